CREATE TABLE `open_questions` (
	`question_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`project_id` text NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `tender_questions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `open_questions_company` ON `open_questions` (`company_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `open_questions_project` ON `open_questions` (`project_id`);--> statement-breakpoint
ALTER TABLE `bid_deadlines` ADD `is_unconfirmed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `bid_deadlines_unconfirmed` ON `bid_deadlines` (`company_id`,`at`) WHERE "bid_deadlines"."is_unconfirmed" = 1;
--> statement-breakpoint
UPDATE bid_deadlines SET is_unconfirmed = 1 WHERE bid_id IN (
  SELECT b.id FROM bid_deadlines d CROSS JOIN bids b ON b.id = d.bid_id CROSS JOIN projects p ON p.id = b.project_id
  WHERE b.status = 'submitted' AND b.project_version < p.version);
--> statement-breakpoint
INSERT INTO open_questions (question_id, company_id, project_id)
SELECT q.id, p.company_id, p.id FROM tender_questions q JOIN projects p ON p.id = q.project_id
WHERE p.status = 'open' AND NOT EXISTS (SELECT 1 FROM tender_answers a WHERE a.question_id = q.id);
--> statement-breakpoint
DROP TRIGGER bids_deadline_insert;
--> statement-breakpoint
CREATE TRIGGER bids_deadline_insert AFTER INSERT ON bids
BEGIN
  INSERT INTO bid_deadlines (bid_id, company_id, at, is_unconfirmed)
  SELECT NEW.id, NEW.company_id, p.bid_deadline, NEW.status = 'submitted' AND NEW.project_version < p.version FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'open' AND NEW.status IN ('draft', 'submitted');
END;
--> statement-breakpoint
DROP TRIGGER bids_deadline_update;
--> statement-breakpoint
CREATE TRIGGER bids_deadline_update AFTER UPDATE OF status, company_id, project_id, project_version ON bids
BEGIN
  DELETE FROM bid_deadlines WHERE bid_id = OLD.id;
  INSERT INTO bid_deadlines (bid_id, company_id, at, is_unconfirmed)
  SELECT NEW.id, NEW.company_id, p.bid_deadline, NEW.status = 'submitted' AND NEW.project_version < p.version FROM projects p
  WHERE p.id = NEW.project_id AND p.status = 'open' AND NEW.status IN ('draft', 'submitted');
END;
--> statement-breakpoint
DROP TRIGGER projects_deadline_update;
--> statement-breakpoint
CREATE TRIGGER projects_deadline_update AFTER UPDATE OF status, bid_deadline, version ON projects
WHEN NEW.status IS NOT OLD.status OR NEW.bid_deadline IS NOT OLD.bid_deadline OR NEW.version IS NOT OLD.version
BEGIN
  DELETE FROM bid_deadlines WHERE bid_id IN (SELECT id FROM bids WHERE project_id = NEW.id);
  INSERT INTO bid_deadlines (bid_id, company_id, at, is_unconfirmed)
  SELECT id, company_id, NEW.bid_deadline, status = 'submitted' AND project_version < NEW.version FROM bids
  WHERE project_id = NEW.id AND status IN ('draft', 'submitted') AND NEW.status = 'open';
END;
--> statement-breakpoint
-- Questions and answers are never changed or deleted.
CREATE TRIGGER tender_questions_open AFTER INSERT ON tender_questions
BEGIN
  INSERT INTO open_questions (question_id, company_id, project_id)
  SELECT NEW.id, p.company_id, p.id FROM projects p WHERE p.id = NEW.project_id AND p.status = 'open';
END;
--> statement-breakpoint
CREATE TRIGGER tender_answers_close AFTER INSERT ON tender_answers
BEGIN
  DELETE FROM open_questions WHERE question_id = NEW.question_id;
END;
--> statement-breakpoint
CREATE TRIGGER projects_questions_update AFTER UPDATE OF status, company_id ON projects
WHEN NEW.status IS NOT OLD.status OR NEW.company_id IS NOT OLD.company_id
BEGIN
  DELETE FROM open_questions WHERE project_id = NEW.id;
  INSERT INTO open_questions (question_id, company_id, project_id)
  SELECT q.id, NEW.company_id, NEW.id FROM tender_questions q
  WHERE q.project_id = NEW.id AND NEW.status = 'open' AND NOT EXISTS (SELECT 1 FROM tender_answers a WHERE a.question_id = q.id);
END;
