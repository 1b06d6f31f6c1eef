DROP INDEX `held_messages_client`;--> statement-breakpoint
DROP INDEX `held_messages_waiting`;--> statement-breakpoint
ALTER TABLE `held_messages` RENAME TO `pending_messages`;--> statement-breakpoint
UPDATE `pending_messages` SET `status` = 'pending' WHERE `status` = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX `pending_messages_client` ON `pending_messages` (`author_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `pending_messages_pending` ON `pending_messages` (`conversation_id`,`id`) WHERE "pending_messages"."status" = 'pending';--> statement-breakpoint
UPDATE `notifications` SET `text_key` = 'chatPending' WHERE `text_key` = 'chatHeld';
