ALTER TABLE `award_decisions` ADD `standstill_days` integer;--> statement-breakpoint
ALTER TABLE `award_decisions` ADD `standstill_ends_at` integer;--> statement-breakpoint
ALTER TABLE `award_decisions` ADD `standstill_zone` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `standstill_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What bidders were told of the standstill holds once a project is published, and no award has another.
CREATE TRIGGER projects_frozen_standstill BEFORE UPDATE OF standstill_days ON projects
WHEN OLD.published_at IS NOT NULL AND NEW.standstill_days IS NOT OLD.standstill_days
BEGIN
  SELECT RAISE(ABORT, 'the tender set says how long the standstill is, which is immutable once a project is published');
END;
--> statement-breakpoint
CREATE TRIGGER award_decisions_standstill BEFORE INSERT ON award_decisions
WHEN EXISTS (SELECT 1 FROM awards a JOIN projects p ON p.id = a.project_id WHERE a.id = NEW.award_id AND (
  coalesce(NEW.standstill_days, 0) <> p.standstill_days
  OR (NEW.standstill_days IS NULL) <> (NEW.standstill_ends_at IS NULL)
  OR (NEW.standstill_days IS NULL) <> (NEW.standstill_zone IS NULL)
  -- The day of the decision is not counted; the clocks may go forward by an hour.
  OR NEW.standstill_ends_at <= a.awarded_at + (NEW.standstill_days * 24 - 1) * 3600000))
BEGIN
  SELECT RAISE(ABORT, 'award: the decision has another standstill than was announced');
END;
--> statement-breakpoint
CREATE TRIGGER contracts_standstill BEFORE UPDATE OF status ON contracts
WHEN OLD.status = 'draft' AND NEW.status <> 'draft' AND EXISTS (
  SELECT 1 FROM awards a JOIN award_decisions d ON d.award_id = a.id
  WHERE a.project_id = NEW.project_id AND a.revoked_at IS NULL AND d.standstill_ends_at > coalesce(NEW.sent_at, 0))
BEGIN
  SELECT RAISE(ABORT, 'contract: the standstill after the award is not over');
END;
