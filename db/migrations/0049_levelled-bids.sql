CREATE TABLE `bid_plugs` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`project_line_id` text NOT NULL,
	`net_cents` integer,
	`reason` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_line_id`) REFERENCES `project_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_plugs_line` ON `bid_plugs` (`bid_id`,`project_line_id`,`id`);--> statement-breakpoint
CREATE INDEX `bid_plugs_project_line` ON `bid_plugs` (`project_line_id`);--> statement-breakpoint
CREATE TRIGGER bid_plugs_kept BEFORE UPDATE ON bid_plugs
BEGIN SELECT RAISE(ABORT, 'levelling: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_plugs_permanent BEFORE DELETE ON bid_plugs
BEGIN SELECT RAISE(ABORT, 'levelling: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_plugs_not_replaced BEFORE INSERT ON bid_plugs
WHEN EXISTS (SELECT 1 FROM bid_plugs WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'levelling: rows are immutable'); END;
