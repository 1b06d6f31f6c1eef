CREATE TABLE `award_options` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`bid_line_id` text NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_line_id`) REFERENCES `bid_lines`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_options_line` ON `award_options` (`award_id`,`bid_line_id`);--> statement-breakpoint
CREATE INDEX `award_options_bid_line` ON `award_options` (`bid_line_id`);--> statement-breakpoint
ALTER TABLE `bid_lines` ADD `is_option` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `project_lines` ADD `is_option` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- An award chooses priced options of its own bid, while it is decided on; afterwards they stay as they were (BID-30).
CREATE TRIGGER award_options_chosen BEFORE INSERT ON award_options
WHEN NOT EXISTS (
    SELECT 1 FROM bid_lines l JOIN awards a ON a.bid_id = l.bid_id
    WHERE l.id = NEW.bid_line_id AND a.id = NEW.award_id AND l.is_option = 1 AND l.excluded = 0)
  OR EXISTS (SELECT 1 FROM award_decisions WHERE award_id = NEW.award_id)
BEGIN SELECT RAISE(ABORT, 'award: options are chosen with the award'); END;
--> statement-breakpoint
CREATE TRIGGER award_options_changed BEFORE UPDATE ON award_options
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_options_kept BEFORE DELETE ON award_options
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_options_not_replaced BEFORE INSERT ON award_options
WHEN EXISTS (SELECT 1 FROM award_options WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
