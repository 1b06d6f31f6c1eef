CREATE TABLE `project_estimates` (
	`project_id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`kept_by` text NOT NULL,
	`kept_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kept_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TRIGGER project_estimates_of_drafts BEFORE INSERT ON project_estimates
WHEN EXISTS (SELECT 1 FROM project_estimates WHERE project_id = NEW.project_id)
  OR NOT EXISTS (SELECT 1 FROM projects WHERE id = NEW.project_id AND status = 'draft')
BEGIN SELECT RAISE(ABORT, 'estimate: a project keeps the estimate that it began with'); END;
--> statement-breakpoint
CREATE TRIGGER project_estimates_immutable BEFORE UPDATE ON project_estimates
BEGIN SELECT RAISE(ABORT, 'estimate: a project keeps the estimate that it began with'); END;
--> statement-breakpoint
CREATE TRIGGER project_estimates_permanent BEFORE DELETE ON project_estimates
WHEN NOT EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND status = 'draft')
BEGIN SELECT RAISE(ABORT, 'estimate: a project keeps the estimate that it began with'); END;
