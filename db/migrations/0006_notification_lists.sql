DROP INDEX `notifications_unread`;--> statement-breakpoint
CREATE INDEX `notifications_category` ON `notifications` (`user_id`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`id`) WHERE "notifications"."read_at" is null;