CREATE TABLE `bid_extensions` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`until` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`extended_by` text,
	`extended_at` integer,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`extended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_extensions_bid` ON `bid_extensions` (`bid_id`,`id`);--> statement-breakpoint
ALTER TABLE `bids` ADD `inclusions` text;--> statement-breakpoint
ALTER TABLE `bids` ADD `exclusions` text;--> statement-breakpoint
ALTER TABLE `bids` ADD `valid_until` text;--> statement-breakpoint
-- What an opened bid says in words stays like its amounts.
CREATE TRIGGER bids_opened_terms BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND (
  NEW.inclusions IS NOT OLD.inclusions OR NEW.exclusions IS NOT OLD.exclusions OR NEW.valid_until IS NOT OLD.valid_until)
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
-- A request to keep a bid binding is agreed to once, and otherwise stays as it was made.
CREATE TRIGGER bid_extensions_immutable BEFORE UPDATE ON bid_extensions
WHEN OLD.extended_at IS NOT NULL OR NEW.extended_at IS NULL OR NEW.extended_by IS NULL OR NEW.id IS NOT OLD.id
  OR NEW.bid_id IS NOT OLD.bid_id OR NEW.until IS NOT OLD.until OR NEW.asked_by IS NOT OLD.asked_by
  OR NEW.asked_at IS NOT OLD.asked_at
BEGIN SELECT RAISE(ABORT, 'bid: an extension is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_extensions_permanent BEFORE DELETE ON bid_extensions
BEGIN SELECT RAISE(ABORT, 'bid: an extension is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_extensions_asked BEFORE INSERT ON bid_extensions
WHEN NEW.extended_at IS NOT NULL OR EXISTS (SELECT 1 FROM bid_extensions WHERE id = NEW.id)
  OR (SELECT status FROM bids WHERE id = NEW.bid_id) NOT IN ('opened', 'shortlisted')
BEGIN SELECT RAISE(ABORT, 'bid: an extension is asked of an opened bid'); END;
