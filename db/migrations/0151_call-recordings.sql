CREATE TABLE `call_recording_people` (
	`recording_id` text NOT NULL,
	`user_id` text NOT NULL,
	`answer` text NOT NULL,
	`is_heard` integer NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`recording_id`, `user_id`),
	FOREIGN KEY (`recording_id`) REFERENCES `call_recordings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `call_recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`started_by` text NOT NULL,
	`company_id` text,
	`state` text NOT NULL,
	`has_picture` integer NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`complete` integer DEFAULT false NOT NULL,
	`next_piece` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`last_piece_at` integer,
	`stored_as` text NOT NULL,
	`duration_ms` integer,
	`chapters` text NOT NULL,
	`file_id` text,
	FOREIGN KEY (`call_id`) REFERENCES `call_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `call_recordings_stored_as` ON `call_recordings` (`stored_as`);--> statement-breakpoint
CREATE UNIQUE INDEX `call_recordings_file` ON `call_recordings` (`file_id`);--> statement-breakpoint
CREATE INDEX `call_recordings_call` ON `call_recordings` (`call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `call_recordings_running` ON `call_recordings` (`call_id`) WHERE "call_recordings"."state" = 'recording';--> statement-breakpoint
CREATE INDEX `call_recordings_unfinished` ON `call_recordings` (`started_by`) WHERE "call_recordings"."state" IN ('recording', 'stopped');--> statement-breakpoint
CREATE INDEX `call_recordings_kept` ON `call_recordings` (`started_at`) WHERE "call_recordings"."state" = 'ready';