CREATE TABLE `conversation_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`exported_by` text NOT NULL,
	`exported_at` integer NOT NULL,
	`digest` text NOT NULL,
	`part` integer NOT NULL,
	`parts` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`messages` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`exported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_exports_digest` ON `conversation_exports` (`digest`);--> statement-breakpoint
CREATE INDEX `conversation_exports_own` ON `conversation_exports` (`conversation_id`,`exported_by`,`id`);--> statement-breakpoint
CREATE TABLE `saved_messages` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`message_id` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_messages_once` ON `saved_messages` (`user_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `saved_messages_user` ON `saved_messages` (`user_id`,`key`);