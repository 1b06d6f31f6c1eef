ALTER TABLE `contract_signatures` ADD `job_title` text;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `authority` text;--> statement-breakpoint
ALTER TABLE `contract_signatures` ADD `record_hash` text;