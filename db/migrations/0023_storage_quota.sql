ALTER TABLE `files` ADD `company_id` text REFERENCES companies(id);--> statement-breakpoint
CREATE INDEX `files_uploader` ON `files` (`uploaded_by`,`subject_type`,`id`,`size`);--> statement-breakpoint
CREATE INDEX `files_company` ON `files` (`company_id`,`size`);--> statement-breakpoint
-- What was stored before counts for the company that its uploader is in now.
UPDATE files SET company_id = (SELECT m.company_id FROM company_members m WHERE m.user_id = files.uploaded_by);
