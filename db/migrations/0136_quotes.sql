CREATE TABLE `quote_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`version_id` text NOT NULL,
	`outcome` text NOT NULL,
	`name` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`recorded_by` text,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `quote_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_answers_version` ON `quote_answers` (`version_id`);--> statement-breakpoint
CREATE TABLE `quote_counters` (
	`company_id` text NOT NULL,
	`year` integer NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`company_id`, `year`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `quote_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`version_id` text NOT NULL,
	`invoice_id` text,
	`part` text NOT NULL,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `quote_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `quote_invoices_version` ON `quote_invoices` (`version_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `quote_invoices_invoice` ON `quote_invoices` (`invoice_id`) WHERE "quote_invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE TABLE `quote_openings` (
	`version_id` text PRIMARY KEY NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer NOT NULL,
	FOREIGN KEY (`version_id`) REFERENCES `quote_versions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `quote_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`quote_id` text NOT NULL,
	`version` integer NOT NULL,
	`text` text NOT NULL,
	`hash` text NOT NULL,
	`valid_until` text NOT NULL,
	`sent_to` text,
	`sent_by` text NOT NULL,
	`sent_at` integer NOT NULL,
	`share_id` text,
	`share_expires_at` integer,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_versions_number` ON `quote_versions` (`quote_id`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `quote_versions_share` ON `quote_versions` (`share_id`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`client_id` text,
	`status` text NOT NULL,
	`year` integer,
	`sequence` integer,
	`number` text,
	`version` integer DEFAULT 0 NOT NULL,
	`content` text NOT NULL,
	`has_changes` integer DEFAULT false NOT NULL,
	`title` text NOT NULL,
	`buyer_name` text NOT NULL,
	`currency` text NOT NULL,
	`net_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`valid_until` text NOT NULL,
	`search_text` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_sequence` ON `quotes` (`company_id`,`year`,`sequence`);--> statement-breakpoint
CREATE INDEX `quotes_company` ON `quotes` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_company_status` ON `quotes` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_client` ON `quotes` (`client_id`,`id`) WHERE "quotes"."client_id" is not null;--> statement-breakpoint
-- What was sent is kept, word for word; only its link may be turned off, or be made anew.
CREATE TRIGGER quote_versions_kept BEFORE UPDATE ON quote_versions
WHEN NEW.id <> OLD.id OR NEW.quote_id <> OLD.quote_id OR NEW.version <> OLD.version OR NEW.text <> OLD.text OR NEW.hash <> OLD.hash
  OR NEW.valid_until <> OLD.valid_until OR NEW.sent_to IS NOT OLD.sent_to OR NEW.sent_by <> OLD.sent_by OR NEW.sent_at <> OLD.sent_at
BEGIN SELECT RAISE(ABORT, 'quote: what was sent is kept'); END;
--> statement-breakpoint
CREATE TRIGGER quote_versions_permanent BEFORE DELETE ON quote_versions
BEGIN SELECT RAISE(ABORT, 'quote: what was sent is kept'); END;
--> statement-breakpoint
CREATE TRIGGER quote_answers_kept BEFORE UPDATE ON quote_answers
BEGIN SELECT RAISE(ABORT, 'quote: an answer is kept'); END;
--> statement-breakpoint
CREATE TRIGGER quote_answers_permanent BEFORE DELETE ON quote_answers
BEGIN SELECT RAISE(ABORT, 'quote: an answer is kept'); END;
--> statement-breakpoint
-- Only the version that was sent last is answered.
CREATE TRIGGER quote_answers_latest BEFORE INSERT ON quote_answers
WHEN NOT EXISTS (SELECT 1 FROM quote_versions v JOIN quotes q ON q.id = v.quote_id AND q.version = v.version WHERE v.id = NEW.version_id)
BEGIN SELECT RAISE(ABORT, 'quote: the version was replaced'); END;
--> statement-breakpoint
-- A quote keeps its number, and an accepted one stays accepted.
CREATE TRIGGER quotes_kept BEFORE UPDATE ON quotes
WHEN NEW.id <> OLD.id OR NEW.company_id <> OLD.company_id OR (OLD.number IS NOT NULL AND (NEW.number IS NOT OLD.number
  OR NEW.year IS NOT OLD.year OR NEW.sequence IS NOT OLD.sequence)) OR NEW.version < OLD.version
  OR (OLD.status = 'accepted' AND (NEW.status <> 'accepted' OR NEW.version <> OLD.version))
BEGIN SELECT RAISE(ABORT, 'quote: what was sent is kept'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_permanent BEFORE DELETE ON quotes WHEN OLD.number IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'quote: what was sent is kept'); END;
--> statement-breakpoint
-- An invoice of a quote is of the company that made it, without a contract, and of a version that was accepted.
CREATE TRIGGER quote_invoices_own BEFORE INSERT ON quote_invoices
WHEN NOT EXISTS (SELECT 1 FROM quote_versions v JOIN quotes q ON q.id = v.quote_id JOIN quote_answers a ON a.version_id = v.id
  JOIN invoices i ON i.company_id = q.company_id
  WHERE v.id = NEW.version_id AND a.outcome = 'accepted' AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.contract_id IS NULL)
BEGIN SELECT RAISE(ABORT, 'quote: an invoice of its company from an accepted version'); END;
--> statement-breakpoint
CREATE TRIGGER quote_invoices_kept BEFORE UPDATE ON quote_invoices
WHEN NEW.id <> OLD.id OR NEW.version_id <> OLD.version_id OR NEW.part <> OLD.part OR NEW.made_at <> OLD.made_at OR NEW.invoice_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'quote: what was made is kept'); END;
--> statement-breakpoint
CREATE TRIGGER quote_invoices_permanent BEFORE DELETE ON quote_invoices
BEGIN SELECT RAISE(ABORT, 'quote: what was made is kept'); END;
