CREATE TABLE `presence_connections` (
	`process_id` text NOT NULL,
	`user_id` text NOT NULL,
	`idle` integer NOT NULL,
	PRIMARY KEY(`process_id`, `user_id`),
	FOREIGN KEY (`process_id`) REFERENCES `presence_processes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `presence_connections_user` ON `presence_connections` (`user_id`);--> statement-breakpoint
CREATE TABLE `presence_processes` (
	`id` text PRIMARY KEY NOT NULL,
	`heartbeat_at` integer NOT NULL
) STRICT;
