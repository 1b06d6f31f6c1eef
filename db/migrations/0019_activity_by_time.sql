DROP INDEX `audit_log_company`;--> statement-breakpoint
CREATE INDEX `audit_log_company` ON `audit_log` (`company_id`,`at`,`seq`);