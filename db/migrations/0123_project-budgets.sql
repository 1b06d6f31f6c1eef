CREATE TABLE `project_budget_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`budget_id` text NOT NULL,
	`position` integer NOT NULL,
	`category` text NOT NULL,
	`own_category_id` text,
	`amount_cents` integer NOT NULL,
	FOREIGN KEY (`budget_id`) REFERENCES `project_budgets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_category_id`) REFERENCES `financial_own_categories`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_budget_lines_position` ON `project_budget_lines` (`budget_id`,`position`);--> statement-breakpoint
CREATE INDEX `project_budget_lines_own_category` ON `project_budget_lines` (`own_category_id`);--> statement-breakpoint
CREATE TABLE `project_budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`project_id` text NOT NULL,
	`updated_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_budgets_company` ON `project_budgets` (`company_id`,`project_id`);