-- Awards from before there were evaluators were made on nobody's points: when such an award is revoked, the bids can still be scored.
-- From the first award on that was made after evaluators were named, all stays as it was, as before (0062).
DROP TRIGGER evaluators_kept;
--> statement-breakpoint
CREATE TRIGGER evaluators_kept BEFORE UPDATE ON evaluators
WHEN EXISTS (SELECT 1 FROM awards a JOIN evaluators s ON s.project_id = a.project_id
    WHERE a.project_id = OLD.project_id AND s.named_at <= a.awarded_at)
  OR NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.user_id IS NOT OLD.user_id
  OR NEW.named_by IS NOT OLD.named_by OR NEW.named_at IS NOT OLD.named_at
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
DROP TRIGGER evaluators_none_added;
--> statement-breakpoint
CREATE TRIGGER evaluators_none_added BEFORE INSERT ON evaluators
WHEN EXISTS (SELECT 1 FROM awards a JOIN evaluators s ON s.project_id = a.project_id
    WHERE a.project_id = NEW.project_id AND s.named_at <= a.awarded_at)
  OR EXISTS (SELECT 1 FROM awards WHERE project_id = NEW.project_id AND (revoked_at IS NULL OR awarded_at >= NEW.named_at))
  OR EXISTS (SELECT 1 FROM evaluators WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
DROP TRIGGER evaluation_scores_kept;
--> statement-breakpoint
CREATE TRIGGER evaluation_scores_kept BEFORE UPDATE ON evaluation_scores
WHEN NEW.id IS NOT OLD.id OR NEW.evaluator_id IS NOT OLD.evaluator_id OR NEW.bid_id IS NOT OLD.bid_id
  OR NEW.criterion_id IS NOT OLD.criterion_id
  OR EXISTS (SELECT 1 FROM evaluators e WHERE e.id = OLD.evaluator_id AND (e.submitted_at IS NOT NULL
    OR e.dismissed_at IS NOT NULL OR EXISTS (SELECT 1 FROM awards a JOIN evaluators s ON s.project_id = a.project_id
    WHERE a.project_id = e.project_id AND s.named_at <= a.awarded_at)))
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
DROP TRIGGER evaluation_scores_none_added;
--> statement-breakpoint
CREATE TRIGGER evaluation_scores_none_added BEFORE INSERT ON evaluation_scores
WHEN EXISTS (SELECT 1 FROM evaluation_scores WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM evaluators e WHERE e.id = NEW.evaluator_id AND (e.submitted_at IS NOT NULL
    OR e.dismissed_at IS NOT NULL OR EXISTS (SELECT 1 FROM awards a JOIN evaluators s ON s.project_id = a.project_id
    WHERE a.project_id = e.project_id AND s.named_at <= a.awarded_at)))
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
