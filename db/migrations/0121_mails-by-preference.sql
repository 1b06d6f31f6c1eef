CREATE TABLE `digest_items` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`category` text NOT NULL,
	`template` text NOT NULL,
	`params` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `digest_items_user` ON `digest_items` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `digests` (
	`user_id` text PRIMARY KEY NOT NULL,
	`waiting` integer NOT NULL,
	`next_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `digests_due` ON `digests` (`next_at`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text NOT NULL,
	`category` text NOT NULL,
	`bell` integer NOT NULL,
	`mail` text NOT NULL,
	PRIMARY KEY(`user_id`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `mails` ADD `user_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `mails` ADD `category` text;