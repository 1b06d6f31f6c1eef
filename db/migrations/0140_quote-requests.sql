CREATE TABLE `quote_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`text` text NOT NULL,
	`token_hash` text NOT NULL,
	`sent_by` text NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `quote_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_replies_token` ON `quote_replies` (`token_hash`);--> statement-breakpoint
CREATE INDEX `quote_replies_request` ON `quote_replies` (`request_id`,`id`);--> statement-breakpoint
CREATE TABLE `quote_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_key` text NOT NULL,
	`status` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text,
	`city` text,
	`services` text NOT NULL,
	`total_area_centi` integer,
	`rooms` text NOT NULL,
	`timeline` text NOT NULL,
	`budget` text NOT NULL,
	`description` text,
	`additional_notes` text,
	`preferred_contact` text NOT NULL,
	`preferred_time` text,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	`reply_by` integer NOT NULL,
	`reminded_at` integer,
	`taken_by` text,
	`answered_at` integer,
	`client_id` text,
	`project_id` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`taken_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_requests_submission` ON `quote_requests` (`submission_key`);--> statement-breakpoint
CREATE INDEX `quote_requests_open` ON `quote_requests` (`reply_by`,`id`) WHERE "quote_requests"."status" in ('new', 'in_progress');--> statement-breakpoint
CREATE INDEX `quote_requests_status` ON `quote_requests` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `quote_requests_updated` ON `quote_requests` (`updated_at`);--> statement-breakpoint
CREATE INDEX `quote_requests_client` ON `quote_requests` (`client_id`) WHERE "quote_requests"."client_id" is not null;--> statement-breakpoint
CREATE INDEX `quote_requests_project` ON `quote_requests` (`project_id`) WHERE "quote_requests"."project_id" is not null;