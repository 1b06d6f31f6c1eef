CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`at` integer NOT NULL,
	`request_id` text NOT NULL,
	`actor_id` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox_cursors` (
	`listener` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox_parked` (
	`event_id` integer NOT NULL,
	`listener` text NOT NULL,
	`error` text NOT NULL,
	`parked_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `listener`),
	FOREIGN KEY (`event_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
