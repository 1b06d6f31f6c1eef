ALTER TABLE `final_accounts` ADD `written_by` text;--> statement-breakpoint
ALTER TABLE `handovers` ADD `written_by` text;