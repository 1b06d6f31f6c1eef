CREATE TABLE `message_changes` (
	`change_order_id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`change_order_id`) REFERENCES `change_orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `message_changes_message` ON `message_changes` (`message_id`);--> statement-breakpoint
CREATE TABLE `milestone_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`message_id` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `milestone_notes_once` ON `milestone_notes` (`milestone_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `milestone_notes_message` ON `milestone_notes` (`message_id`);