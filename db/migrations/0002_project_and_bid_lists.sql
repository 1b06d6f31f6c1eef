CREATE INDEX `bid_lines_project_line` ON `bid_lines` (`project_line_id`);--> statement-breakpoint
CREATE INDEX `bids_company_status` ON `bids` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `projects_category_deadline` ON `projects` (`status`,`category`,`bid_deadline`);--> statement-breakpoint
CREATE INDEX `projects_company_category` ON `projects` (`company_id`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `projects_company_deadline` ON `projects` (`company_id`,`bid_deadline`);--> statement-breakpoint
CREATE INDEX `projects_company_status_deadline` ON `projects` (`company_id`,`status`,`bid_deadline`);--> statement-breakpoint
CREATE INDEX `projects_company_opened` ON `projects` (`company_id`,`bids_opened_at`);