CREATE TABLE `call_participants` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`is_moderator` integer DEFAULT false NOT NULL,
	`join_order` integer,
	`muted` integer DEFAULT false NOT NULL,
	`camera_off` integer DEFAULT false NOT NULL,
	`screen` integer DEFAULT false NOT NULL,
	`hand_raised` integer DEFAULT false NOT NULL,
	`socket_id` text,
	`peer_id` text,
	`invited_at` integer NOT NULL,
	`joined_at` integer,
	`left_at` integer,
	`due_at` integer,
	`absence` text,
	`absent_until` integer,
	`heartbeat_at` integer,
	`quality` text,
	`note` text DEFAULT '' NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`call_id`) REFERENCES `call_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `call_participants_person` ON `call_participants` (`call_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `call_participants_peer` ON `call_participants` (`peer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `call_participants_live` ON `call_participants` (`user_id`) WHERE "call_participants"."state" IN ('connecting', 'connected', 'reconnecting');--> statement-breakpoint
CREATE INDEX `call_participants_history` ON `call_participants` (`user_id`,`call_id`);--> statement-breakpoint
CREATE INDEX `call_participants_unfinished` ON `call_participants` (`call_id`) WHERE "call_participants"."state" IN ('ringing', 'connecting', 'connected', 'reconnecting');--> statement-breakpoint
CREATE INDEX `call_participants_missed` ON `call_participants` (`user_id`) WHERE "call_participants"."state" = 'missed' AND "call_participants"."seen_at" is null;--> statement-breakpoint
CREATE TABLE `call_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`call_type` text NOT NULL,
	`conversation_id` text NOT NULL,
	`caller_id` text NOT NULL,
	`client_call_id` text NOT NULL,
	`state` text NOT NULL,
	`rev` integer NOT NULL,
	`last_order` integer NOT NULL,
	`started_at` integer NOT NULL,
	`connected_at` integer,
	`ended_at` integer,
	`end_reason` text,
	`alone_until` integer,
	`due_at` integer,
	`recorded` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`caller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `call_sessions_client` ON `call_sessions` (`caller_id`,`client_call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `call_sessions_unfinished` ON `call_sessions` (`conversation_id`) WHERE "call_sessions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX `call_sessions_due` ON `call_sessions` (`due_at`) WHERE "call_sessions"."due_at" is not null;--> statement-breakpoint
ALTER TABLE `chat_preferences` ADD `relay_calls` integer DEFAULT false NOT NULL;