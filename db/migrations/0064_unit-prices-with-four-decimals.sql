ALTER TABLE `bid_lines` RENAME COLUMN `unit_price_cents` TO `unit_price_e4`;--> statement-breakpoint
ALTER TABLE `change_order_lines` RENAME COLUMN `unit_price_cents` TO `unit_price_e4`;--> statement-breakpoint
-- Prices were in cents. Triggers keep the lines of opened bids and change orders as they are; they stand aside for this.
DROP TRIGGER bid_lines_opened;--> statement-breakpoint
DROP TRIGGER change_order_lines_changed;--> statement-breakpoint
UPDATE bid_lines SET unit_price_e4 = unit_price_e4 * 100;--> statement-breakpoint
UPDATE change_order_lines SET unit_price_e4 = unit_price_e4 * 100;--> statement-breakpoint
CREATE TRIGGER bid_lines_opened BEFORE UPDATE ON bid_lines
WHEN (SELECT status FROM bids WHERE id = OLD.bid_id) NOT IN ('draft', 'submitted')
  OR (SELECT status FROM bids WHERE id = NEW.bid_id) NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_lines_changed BEFORE UPDATE ON change_order_lines
BEGIN SELECT RAISE(ABORT, 'change order: lines are replaced, not changed'); END;
