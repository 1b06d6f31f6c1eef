CREATE TABLE `poll_votes` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`option` integer NOT NULL,
	`conversation_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`, `option`),
	FOREIGN KEY (`message_id`) REFERENCES `polls`(`message_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `poll_votes_own` ON `poll_votes` (`user_id`,`conversation_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `polls` (
	`message_id` text PRIMARY KEY NOT NULL,
	`options` text NOT NULL,
	`voters` integer DEFAULT 0 NOT NULL,
	`multiple` integer NOT NULL,
	`anonymous` integer NOT NULL,
	`closes_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `polls_due` ON `polls` (`closes_at`) WHERE "polls"."closed_at" is null and "polls"."closes_at" is not null;