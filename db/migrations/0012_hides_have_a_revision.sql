-- Written anew, because a column cannot be added without a value. What was hidden earlier counts as hidden when its message was last changed.
CREATE TABLE `__new_message_hides` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`rev` integer NOT NULL,
	`hidden_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `message_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_message_hides` (`message_id`, `user_id`, `conversation_id`, `rev`, `hidden_at`)
SELECT h.`message_id`, h.`user_id`, m.`conversation_id`, m.`rev`, h.`hidden_at` FROM `message_hides` h JOIN `messages` m ON m.`id` = h.`message_id`;--> statement-breakpoint
DROP TABLE `message_hides`;--> statement-breakpoint
ALTER TABLE `__new_message_hides` RENAME TO `message_hides`;--> statement-breakpoint
CREATE INDEX `message_hides_rev` ON `message_hides` (`user_id`,`conversation_id`,`rev`);
