CREATE TABLE `device_preferences` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`category` text NOT NULL,
	`desktop` integer NOT NULL,
	`sound` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`, `category`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
