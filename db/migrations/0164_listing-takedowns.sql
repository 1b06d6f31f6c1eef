CREATE TABLE `listing_takedowns` (
	`company_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`taken_down_by` text NOT NULL,
	`taken_down_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_down_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `listing_takedowns_at` ON `listing_takedowns` (`taken_down_at`);