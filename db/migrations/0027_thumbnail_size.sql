DROP INDEX `files_uploader`;--> statement-breakpoint
DROP INDEX `files_company`;--> statement-breakpoint
ALTER TABLE `files` ADD `thumbnail_size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `files_uploader` ON `files` (`uploaded_by`,`subject_type`,`id`,`size`,`thumbnail_size`);--> statement-breakpoint
CREATE INDEX `files_company` ON `files` (`company_id`,`size`,`thumbnail_size`);