ALTER TABLE `projects` ADD `closes_when_answered` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `projects_closing_when_answered` ON `projects` (`bid_deadline`) WHERE "projects"."closes_when_answered" = 1 and "projects"."status" = 'open';--> statement-breakpoint
-- What bidders were told of the end of bidding holds once a project is published, and only the invited can all have answered.
CREATE TRIGGER projects_frozen_closing BEFORE UPDATE OF closes_when_answered ON projects
WHEN OLD.published_at IS NOT NULL AND NEW.closes_when_answered IS NOT OLD.closes_when_answered
BEGIN
  SELECT RAISE(ABORT, 'the tender set says when bidding closes, which is immutable once a project is published');
END;
