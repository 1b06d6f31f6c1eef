CREATE TABLE `broadcast_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`broadcast_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `broadcast_questions_broadcast` ON `broadcast_questions` (`broadcast_id`,`id`);--> statement-breakpoint
CREATE TABLE `broadcast_viewers` (
	`broadcast_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `user_id`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `broadcast_viewers_history` ON `broadcast_viewers` (`user_id`,`broadcast_id`);--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`host_id` text NOT NULL,
	`company_id` text,
	`audience` text NOT NULL,
	`conversation_id` text,
	`client_broadcast_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`format` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	`complete` integer DEFAULT false NOT NULL,
	`next_piece` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`last_piece_at` integer,
	`stored_as` text NOT NULL,
	`duration_ms` integer,
	`file_id` text,
	FOREIGN KEY (`host_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "broadcasts_audience" CHECK(("broadcasts"."audience" = 'conversation') = ("broadcasts"."conversation_id" is not null) and ("broadcasts"."audience" <> 'company' or "broadcasts"."company_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_client` ON `broadcasts` (`host_id`,`client_broadcast_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_stored_as` ON `broadcasts` (`stored_as`);--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_file` ON `broadcasts` (`file_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_live` ON `broadcasts` (`host_id`) WHERE "broadcasts"."state" = 'live';--> statement-breakpoint
CREATE INDEX `broadcasts_unfinished` ON `broadcasts` (`host_id`) WHERE "broadcasts"."state" IN ('live', 'ended');--> statement-breakpoint
CREATE INDEX `broadcasts_kept` ON `broadcasts` (`started_at`) WHERE "broadcasts"."state" = 'recorded';--> statement-breakpoint
CREATE INDEX `broadcasts_host` ON `broadcasts` (`host_id`,`id`);