CREATE TABLE `typed_bids` (
	`project_id` text NOT NULL,
	`company_id` text NOT NULL,
	`fields` text NOT NULL,
	`version` integer NOT NULL,
	`typed_by` text NOT NULL,
	`typed_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `company_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`typed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `typed_bids_company` ON `typed_bids` (`company_id`);