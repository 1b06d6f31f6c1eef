CREATE TABLE `company_listings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`place` text NOT NULL,
	`listed_by` text NOT NULL,
	`listed_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `company_listings_place` ON `company_listings` (`place`);--> statement-breakpoint
CREATE TABLE `company_trades` (
	`company_id` text NOT NULL,
	`trade` text NOT NULL,
	PRIMARY KEY(`trade`, `company_id`),
	FOREIGN KEY (`company_id`) REFERENCES `company_listings`(`company_id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `company_trades_company` ON `company_trades` (`company_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`place` text NOT NULL,
	`rhythm` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_filter` ON `saved_searches` (`user_id`,`category`,`place`);--> statement-breakpoint
CREATE INDEX `saved_searches_match` ON `saved_searches` (`category`,`place`);--> statement-breakpoint
CREATE TABLE `search_finds` (
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`search_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`user_id`, `project_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`search_id`) REFERENCES `saved_searches`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `search_finds_due` ON `search_finds` (`due_at`) WHERE "search_finds"."told_at" is null;--> statement-breakpoint
CREATE INDEX `search_finds_search` ON `search_finds` (`search_id`);--> statement-breakpoint
CREATE INDEX `search_finds_project` ON `search_finds` (`project_id`);--> statement-breakpoint
ALTER TABLE `quote_requests` ADD `kind` text DEFAULT 'quote' NOT NULL;--> statement-breakpoint
ALTER TABLE `quote_requests` ADD `organization` text;--> statement-breakpoint
ALTER TABLE `quote_requests` ADD `plan` text;