CREATE TABLE `project_members` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	`ended_by` text,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_members_one` ON `project_members` (`project_id`,`user_id`) WHERE "project_members"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `project_members_person` ON `project_members` (`user_id`,`company_id`) WHERE "project_members"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `project_members_project` ON `project_members` (`project_id`,`company_id`,`added_at`);
--> statement-breakpoint
-- Somebody is put on a project by the company that they are in, which is its client, or its provider under a contract that both signed.
CREATE TRIGGER project_members_added BEFORE INSERT ON project_members
WHEN NEW.ended_at IS NOT NULL OR NEW.ended_by IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM company_members WHERE company_id = NEW.company_id AND user_id = NEW.user_id)
  OR NOT (EXISTS (SELECT 1 FROM projects WHERE id = NEW.project_id AND company_id = NEW.company_id)
    OR EXISTS (SELECT 1 FROM contracts WHERE project_id = NEW.project_id AND provider_company_id = NEW.company_id AND activated_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'projects: the people of a project are those of its two companies'); END;
--> statement-breakpoint
-- A row only ends, once: what somebody was stays as it was.
CREATE TRIGGER project_members_kept BEFORE UPDATE ON project_members
WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.company_id IS NOT OLD.company_id OR NEW.user_id IS NOT OLD.user_id
  OR NEW.role IS NOT OLD.role OR NEW.added_by IS NOT OLD.added_by OR NEW.added_at IS NOT OLD.added_at
  OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL OR NEW.ended_by IS NULL
BEGIN SELECT RAISE(ABORT, 'projects: a role on a project ends, and changes no more'); END;
--> statement-breakpoint
-- Only a draft takes its people with it.
CREATE TRIGGER project_members_stay BEFORE DELETE ON project_members
WHEN (SELECT status FROM projects WHERE id = OLD.project_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'projects: who was on a project stays to be read'); END;
