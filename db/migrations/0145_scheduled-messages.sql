CREATE TABLE `scheduled_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`author_id` text NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`send_at` integer NOT NULL,
	`status` text NOT NULL,
	`refusal` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_messages_client` ON `scheduled_messages` (`author_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `scheduled_messages_due` ON `scheduled_messages` (`send_at`,`id`) WHERE "scheduled_messages"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `scheduled_messages_author` ON `scheduled_messages` (`author_id`,`status`,`send_at`);--> statement-breakpoint
CREATE INDEX `scheduled_messages_conversation` ON `scheduled_messages` (`conversation_id`);