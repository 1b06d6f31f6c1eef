CREATE TABLE `bid_completions` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`message` text,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`completed_by` text,
	`completed_at` integer,
	`statement` text,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`completed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_completions_bid` ON `bid_completions` (`bid_id`,`id`);--> statement-breakpoint
CREATE TABLE `demanded_certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`label` text,
	`min_sum_cents` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demanded_certificates_label" CHECK(("demanded_certificates"."kind" = 'other') = ("demanded_certificates"."label" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `demanded_certificates_position` ON `demanded_certificates` (`project_id`,`position`);--> statement-breakpoint
ALTER TABLE `bids` ADD `qualification` text;
--> statement-breakpoint
-- Bids and awards rely on this: what is demanded is part of what bidders were asked, and changes by an addendum alone.
CREATE TRIGGER demanded_certificates_asked BEFORE UPDATE ON demanded_certificates
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER demanded_certificates_kept BEFORE DELETE ON demanded_certificates
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER demanded_certificates_none_added BEFORE INSERT ON demanded_certificates
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
-- What an opened bid answers stays like its amounts.
CREATE TRIGGER bids_opened_qualification BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND NEW.qualification IS NOT OLD.qualification
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
-- A request to complete a bid is answered once, and otherwise stays as it was made.
CREATE TRIGGER bid_completions_immutable BEFORE UPDATE ON bid_completions
WHEN OLD.completed_at IS NOT NULL OR NEW.completed_at IS NULL OR NEW.completed_by IS NULL OR NEW.statement IS NULL
  OR NEW.completed_at >= OLD.due_at OR NEW.id IS NOT OLD.id OR NEW.bid_id IS NOT OLD.bid_id OR NEW.message IS NOT OLD.message
  OR NEW.asked_by IS NOT OLD.asked_by OR NEW.asked_at IS NOT OLD.asked_at OR NEW.due_at IS NOT OLD.due_at
BEGIN SELECT RAISE(ABORT, 'bid: a completion is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_completions_permanent BEFORE DELETE ON bid_completions
BEGIN SELECT RAISE(ABORT, 'bid: a completion is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_completions_asked BEFORE INSERT ON bid_completions
WHEN NEW.completed_at IS NOT NULL OR EXISTS (SELECT 1 FROM bid_completions WHERE id = NEW.id)
  OR (SELECT status FROM bids WHERE id = NEW.bid_id) NOT IN ('opened', 'shortlisted', 'awarded')
BEGIN SELECT RAISE(ABORT, 'bid: a completion is asked of an opened bid'); END;
