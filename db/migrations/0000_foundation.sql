CREATE TABLE `account_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_tokens_user` ON `account_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`business_id` text,
	`vat_number` text,
	`street` text,
	`postal_code` text,
	`city` text,
	`country` text DEFAULT 'FI' NOT NULL,
	`iban` text,
	`bic` text,
	`email` text,
	`phone` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `company_members` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_user` ON `company_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`expire` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`remember` integer DEFAULT false NOT NULL,
	`ip` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`role` text NOT NULL,
	`account_type` text NOT NULL,
	`status` text NOT NULL,
	`email_verified_at` integer,
	`must_change_password` integer DEFAULT false NOT NULL,
	`password_changed_at` integer,
	`job_title` text,
	`phone` text,
	`location` text,
	`locale` text,
	`time_zone` text,
	`theme` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`company_id` text,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`before_digest` text,
	`after_digest` text,
	`detail` text NOT NULL,
	`request_id` text NOT NULL,
	`ip` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_company` ON `audit_log` (`company_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_hash` ON `audit_log` (`hash`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`verb` text NOT NULL,
	`result` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `form_submissions_at` ON `form_submissions` (`at`);--> statement-breakpoint
CREATE TABLE `awards` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`bid_id` text NOT NULL,
	`awarded_by` text NOT NULL,
	`awarded_at` integer NOT NULL,
	`revoked_at` integer,
	`revoked_reason` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`awarded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `awards_one_standing` ON `awards` (`project_id`) WHERE "awards"."revoked_at" is null;--> statement-breakpoint
CREATE TABLE `bid_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`project_line_id` text,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`quantity_milli` integer NOT NULL,
	`unit` text NOT NULL,
	`unit_price_cents` integer NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`excluded` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_line_id`) REFERENCES `project_lines`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bid_lines_position` ON `bid_lines` (`bid_id`,`position`);--> statement-breakpoint
CREATE TABLE `bid_seals` (
	`id` text PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`revision` integer NOT NULL,
	`digest` text NOT NULL,
	`sealed_by` text NOT NULL,
	`sealed_at` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sealed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bid_seals_revision` ON `bid_seals` (`bid_id`,`revision`);--> statement-breakpoint
CREATE TABLE `bids` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`company_id` text NOT NULL,
	`created_by` text NOT NULL,
	`status` text NOT NULL,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`approach` text NOT NULL,
	`timeline_weeks` integer NOT NULL,
	`project_version` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`submitted_at` integer,
	`withdrawn_at` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bids_one_live` ON `bids` (`project_id`,`company_id`) WHERE "bids"."status" in ('draft','submitted','opened','shortlisted','awarded','won');--> statement-breakpoint
CREATE INDEX `bids_project` ON `bids` (`project_id`,`status`);--> statement-breakpoint
CREATE INDEX `bids_company` ON `bids` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `contract_events` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`action` text NOT NULL,
	`from_status` text NOT NULL,
	`to_status` text NOT NULL,
	`actor_id` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contract_events_contract` ON `contract_events` (`contract_id`,`id`);--> statement-breakpoint
CREATE TABLE `contract_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`party` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`typed_name` text NOT NULL,
	`document_hash` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`signed_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `contract_signatures_party` ON `contract_signatures` (`contract_id`,`party`);--> statement-breakpoint
CREATE TABLE `contracts` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`project_id` text NOT NULL,
	`bid_id` text NOT NULL,
	`client_company_id` text NOT NULL,
	`provider_company_id` text NOT NULL,
	`title` text NOT NULL,
	`terms` text NOT NULL,
	`status` text NOT NULL,
	`payment_method` text NOT NULL,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`retention_bp` integer DEFAULT 0 NOT NULL,
	`platform_fee_bp` integer DEFAULT 0 NOT NULL,
	`document_text` text,
	`document_hash` text,
	`sent_at` integer,
	`sent_by` text,
	`expires_at` integer,
	`activated_at` integer,
	`closed_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_number` ON `contracts` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_document_hash` ON `contracts` (`document_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_one_standing` ON `contracts` (`project_id`) WHERE "contracts"."status" in ('draft','sent','partially_signed','active','completed');--> statement-breakpoint
CREATE INDEX `contracts_client` ON `contracts` (`client_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `contracts_provider` ON `contracts` (`provider_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `contracts_expiry` ON `contracts` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `bank_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`reference` text NOT NULL,
	`payer_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`paid_on` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_transfers_archive_id` ON `bank_transfers` (`archive_id`);--> statement-breakpoint
CREATE INDEX `bank_transfers_at` ON `bank_transfers` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `milestone_deliverables` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`note` text NOT NULL,
	`file_id` text,
	`submitted_by` text NOT NULL,
	`submitted_at` integer NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliverables_milestone` ON `milestone_deliverables` (`milestone_id`,`id`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`mime` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`stored_as` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `files_subject` ON `files` (`subject_type`,`subject_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `files_stored_as` ON `files` (`stored_as`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_accounts_owner` ON `ledger_accounts` (`kind`,`owner_id`,`currency`);--> statement-breakpoint
CREATE TABLE `ledger_balances` (
	`account_id` text PRIMARY KEY NOT NULL,
	`balance_cents` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`posting_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	FOREIGN KEY (`posting_id`) REFERENCES `ledger_postings`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_entries_posting` ON `ledger_entries` (`posting_id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `ledger_postings` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`contract_id` text,
	`milestone_id` text,
	`currency` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_postings_key` ON `ledger_postings` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_postings_contract` ON `ledger_postings` (`contract_id`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_postings_milestone` ON `ledger_postings` (`milestone_id`,`id`);--> statement-breakpoint
CREATE TABLE `milestone_events` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`action` text NOT NULL,
	`from_status` text NOT NULL,
	`to_status` text NOT NULL,
	`actor_id` text,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `milestone_events_milestone` ON `milestone_events` (`milestone_id`,`id`);--> statement-breakpoint
CREATE TABLE `contract_milestones` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`due_date` text,
	`status` text NOT NULL,
	`funding_reference` text,
	`funded_at` integer,
	`submitted_at` integer,
	`approved_at` integer,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `milestones_position` ON `contract_milestones` (`contract_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `milestones_funding_reference` ON `contract_milestones` (`funding_reference`);--> statement-breakpoint
CREATE INDEX `milestones_submitted` ON `contract_milestones` (`status`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `invoice_counters` (
	`company_id` text NOT NULL,
	`year` integer NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`company_id`, `year`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`quantity_milli` integer NOT NULL,
	`unit` text NOT NULL,
	`unit_price_cents` integer NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_category` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_position` ON `invoice_lines` (`invoice_id`,`position`);--> statement-breakpoint
CREATE TABLE `invoice_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`source` text NOT NULL,
	`source_key` text NOT NULL,
	`bank_transfer_id` text,
	`amount_cents` integer NOT NULL,
	`paid_on` text NOT NULL,
	`recorded_by` text,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bank_transfer_id`) REFERENCES `bank_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_payments_source` ON `invoice_payments` (`source_key`);--> statement-breakpoint
CREATE INDEX `invoice_payments_invoice` ON `invoice_payments` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`buyer_company_id` text,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`year` integer,
	`sequence` integer,
	`number` text,
	`reference` text,
	`contract_id` text,
	`milestone_id` text,
	`credited_invoice_id` text,
	`buyer` text NOT NULL,
	`seller` text,
	`issue_date` text,
	`delivery_date` text NOT NULL,
	`payment_term_days` integer NOT NULL,
	`due_date` text,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`credited_cents` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`hash` text,
	`share_id` text,
	`share_expires_at` integer,
	`issued_at` integer,
	`sent_at` integer,
	`paid_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_sequence` ON `invoices` (`company_id`,`year`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_share` ON `invoices` (`share_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_milestone` ON `invoices` (`milestone_id`) WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX `invoices_company` ON `invoices` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_company_status` ON `invoices` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_buyer` ON `invoices` (`buyer_company_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_reference` ON `invoices` (`company_id`,`reference`);--> statement-breakpoint
CREATE INDEX `invoices_credited` ON `invoices` (`credited_invoice_id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`locale` text NOT NULL,
	`template` text NOT NULL,
	`params` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`last_error` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`) WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`category` text NOT NULL,
	`text_key` text NOT NULL,
	`params` text NOT NULL,
	`action_url` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`category`) WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE TABLE `project_addenda` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`version` integer NOT NULL,
	`summary` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_addenda_version` ON `project_addenda` (`project_id`,`version`);--> statement-breakpoint
CREATE TABLE `project_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`quantity_milli` integer NOT NULL,
	`unit` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_lines_position` ON `project_lines` (`project_id`,`position`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`created_by` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`location` text NOT NULL,
	`budget_cents` integer,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`bid_deadline` integer NOT NULL,
	`start_date` text,
	`end_date` text,
	`version` integer DEFAULT 1 NOT NULL,
	`published_at` integer,
	`bids_opened_at` integer,
	`cancel_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `projects_company` ON `projects` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `projects_company_all` ON `projects` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `projects_status` ON `projects` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `projects_category` ON `projects` (`status`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `projects_deadline` ON `projects` (`status`,`bid_deadline`);