CREATE TABLE `project_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`company_id` text,
	`email` text,
	`token_hash` text,
	`note` text,
	`status` text NOT NULL,
	`reason` text,
	`invited_by` text NOT NULL,
	`invited_at` integer NOT NULL,
	`changed_by` text,
	`changed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "project_invitations_invitee" CHECK("project_invitations"."company_id" is not null or "project_invitations"."email" is not null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_invitations_company` ON `project_invitations` (`project_id`,`company_id`) WHERE "project_invitations"."status" <> 'withdrawn';--> statement-breakpoint
CREATE UNIQUE INDEX `project_invitations_email` ON `project_invitations` (`project_id`,lower("email")) WHERE "project_invitations"."status" <> 'withdrawn';--> statement-breakpoint
CREATE UNIQUE INDEX `project_invitations_token` ON `project_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `project_invitations_project` ON `project_invitations` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `project_invitations_invited` ON `project_invitations` (`company_id`,`id`);--> statement-breakpoint
DROP INDEX `projects_status`;--> statement-breakpoint
DROP INDEX `projects_category`;--> statement-breakpoint
DROP INDEX `projects_deadline`;--> statement-breakpoint
DROP INDEX `projects_category_deadline`;--> statement-breakpoint
ALTER TABLE `projects` ADD `invited_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `projects_status` ON `projects` (`status`,`id`,`invited_only`);--> statement-breakpoint
CREATE INDEX `projects_category` ON `projects` (`status`,`category`,`id`,`invited_only`);--> statement-breakpoint
CREATE INDEX `projects_deadline` ON `projects` (`status`,`bid_deadline`,`invited_only`);--> statement-breakpoint
CREATE INDEX `projects_category_deadline` ON `projects` (`status`,`category`,`bid_deadline`,`invited_only`);--> statement-breakpoint
ALTER TABLE `companies` ADD `in_directory` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- An open project by invitation is found by its own company's searches only: its word is iopen, not sopen (PROJ-13).
DROP TRIGGER projects_search_insert;
--> statement-breakpoint
DROP TRIGGER projects_search_update;
--> statement-breakpoint
CREATE TRIGGER projects_search_insert AFTER INSERT ON projects
BEGIN
  INSERT INTO project_search (project_id) VALUES (NEW.id);
  INSERT INTO projects_fts (rowid, scope, title, description, location)
  SELECT seq, 'c' || replace(NEW.company_id, '-', '')
           || CASE WHEN NEW.invited_only AND NEW.status = 'open' THEN ' i' ELSE ' s' END || NEW.status
           || ' k' || replace(NEW.category, '_', ''),
         NEW.title, NEW.description, NEW.location
  FROM project_search WHERE project_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER projects_search_update
AFTER UPDATE OF company_id, status, category, title, description, location, invited_only ON projects
BEGIN
  DELETE FROM projects_fts WHERE rowid = (SELECT seq FROM project_search WHERE project_id = OLD.id);
  INSERT INTO projects_fts (rowid, scope, title, description, location)
  SELECT seq, 'c' || replace(NEW.company_id, '-', '')
           || CASE WHEN NEW.invited_only AND NEW.status = 'open' THEN ' i' ELSE ' s' END || NEW.status
           || ' k' || replace(NEW.category, '_', ''),
         NEW.title, NEW.description, NEW.location
  FROM project_search WHERE project_id = NEW.id;
END;
--> statement-breakpoint
-- Who can bid is part of the tender set.
CREATE TRIGGER projects_frozen_audience BEFORE UPDATE OF invited_only ON projects
WHEN OLD.published_at IS NOT NULL AND NEW.invited_only IS NOT OLD.invited_only
BEGIN
  SELECT RAISE(ABORT, 'the tender set says who can bid, which is immutable once a project is published');
END;
--> statement-breakpoint
CREATE TRIGGER project_invitations_kept BEFORE DELETE ON project_invitations
BEGIN
  SELECT RAISE(ABORT, 'project_invitations are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER project_invitations_frozen
BEFORE UPDATE OF id, project_id, email, note, invited_by, invited_at ON project_invitations
BEGIN
  SELECT RAISE(ABORT, 'whom a client invited is immutable');
END;
--> statement-breakpoint
-- A company is bound to an invitation once, and an invitation that was withdrawn stays so.
CREATE TRIGGER project_invitations_bound BEFORE UPDATE ON project_invitations
WHEN (OLD.company_id IS NOT NULL AND NEW.company_id IS NOT OLD.company_id)
  OR (OLD.status <> 'sent' AND NEW.status <> OLD.status)
BEGIN
  SELECT RAISE(ABORT, 'an invitation is answered once');
END;
--> statement-breakpoint
-- The directory of the companies that chose to be in it. FTS5 counts by integers, and a rowid of companies may change at a VACUUM.
CREATE TABLE companies_search (
  seq INTEGER PRIMARY KEY,
  company_id TEXT NOT NULL UNIQUE
) STRICT;
--> statement-breakpoint
CREATE VIRTUAL TABLE companies_fts USING fts5(
  name, business_id, city,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER companies_search_insert AFTER INSERT ON companies WHEN NEW.in_directory
BEGIN
  INSERT INTO companies_search (company_id) VALUES (NEW.id);
  INSERT INTO companies_fts (rowid, name, business_id, city)
  SELECT seq, NEW.name, CASE WHEN NEW.business_id_disputed THEN NULL ELSE NEW.business_id END, NEW.city
  FROM companies_search WHERE company_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER companies_search_update
AFTER UPDATE OF in_directory, name, business_id, business_id_disputed, city ON companies
WHEN OLD.in_directory OR NEW.in_directory
BEGIN
  DELETE FROM companies_fts WHERE rowid = (SELECT seq FROM companies_search WHERE company_id = NEW.id);
  DELETE FROM companies_search WHERE company_id = NEW.id AND NOT NEW.in_directory;
  INSERT INTO companies_search (company_id) SELECT NEW.id
  WHERE NEW.in_directory AND NOT EXISTS (SELECT 1 FROM companies_search WHERE company_id = NEW.id);
  INSERT INTO companies_fts (rowid, name, business_id, city)
  SELECT seq, NEW.name, CASE WHEN NEW.business_id_disputed THEN NULL ELSE NEW.business_id END, NEW.city
  FROM companies_search WHERE company_id = NEW.id;
END;
