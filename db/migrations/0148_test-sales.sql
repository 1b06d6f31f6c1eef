CREATE TABLE `test_sales` (
	`id` text PRIMARY KEY NOT NULL,
	`product` text NOT NULL,
	`sold_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text DEFAULT 'EUR' NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
