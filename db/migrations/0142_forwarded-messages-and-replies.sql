ALTER TABLE `messages` ADD `forwarded_id` text;--> statement-breakpoint
CREATE INDEX `messages_replies` ON `messages` (`reply_to_id`,`seq`) WHERE "messages"."reply_to_id" is not null;--> statement-breakpoint
ALTER TABLE `pending_messages` ADD `forwarded_id` text;