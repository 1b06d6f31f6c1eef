ALTER TABLE `bids` ADD `is_complete` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `sells_construction` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE bids SET is_complete = NOT EXISTS (
  SELECT 1 FROM project_lines l WHERE l.project_id = bids.project_id AND NOT EXISTS (
    SELECT 1 FROM bid_lines b WHERE b.bid_id = bids.id AND b.project_line_id = l.id AND NOT b.excluded
      AND b.quantity_milli = l.quantity_milli AND lower(trim(b.unit)) = lower(trim(l.unit))))
WHERE status NOT IN ('draft', 'submitted')
  AND (SELECT bids_opened_at FROM projects WHERE id = bids.project_id) IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER bids_opened_complete BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND NEW.is_complete IS NOT OLD.is_complete
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
