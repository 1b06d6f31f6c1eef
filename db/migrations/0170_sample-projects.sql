ALTER TABLE `projects` ADD `is_sample` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `projects_sample` ON `projects` (`company_id`) WHERE "projects"."is_sample" = 1;--> statement-breakpoint
CREATE TRIGGER projects_sample_stays BEFORE UPDATE OF status, is_sample ON projects
WHEN NEW.is_sample IS NOT OLD.is_sample OR (OLD.is_sample AND NEW.status <> 'draft')
BEGIN SELECT RAISE(ABORT, 'sample: a sample stays one, and a draft'); END;
--> statement-breakpoint
DROP TRIGGER projects_counted_delete;
--> statement-breakpoint
CREATE TRIGGER projects_counted_delete AFTER DELETE ON projects
BEGIN
  UPDATE company_counts SET count = count - 1
  WHERE company_id = OLD.company_id AND subject = 'project' AND status = OLD.status;
  DELETE FROM company_counts
  WHERE company_id = OLD.company_id AND subject = 'project' AND status = OLD.status AND count = 0;
END;
