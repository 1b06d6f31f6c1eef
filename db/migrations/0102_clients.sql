CREATE TABLE `client_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kept_id` text NOT NULL,
	`merged_id` text NOT NULL,
	`before` text NOT NULL,
	`along_ids` text NOT NULL,
	`kept_updated_at` integer NOT NULL,
	`merged_by` text NOT NULL,
	`merged_at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kept_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merged_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merged_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`undone_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `client_merges_company` ON `client_merges` (`company_id`,`merged_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `client_merges_standing` ON `client_merges` (`merged_id`) WHERE "client_merges"."undone_at" is null;--> statement-breakpoint
CREATE TABLE `clients` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`business_id` text,
	`vat_number` text,
	`street` text,
	`postal_code` text,
	`city` text,
	`country` text NOT NULL,
	`locale` text,
	`email` text,
	`phone` text,
	`e_scheme` text,
	`e_address` text,
	`e_operator` text,
	`contacts` text NOT NULL,
	`payment_term_days` integer,
	`late_interest_bp` integer,
	`credit_limits` text NOT NULL,
	`tags` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`sort_name` text NOT NULL,
	`search_text` text NOT NULL,
	`linked_company_id` text,
	`merged_into_id` text,
	`archived_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`linked_company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `clients_company` ON `clients` (`company_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `clients_merged` ON `clients` (`merged_into_id`) WHERE "clients"."merged_into_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `clients_linked` ON `clients` (`company_id`,`linked_company_id`) WHERE "clients"."linked_company_id" is not null and "clients"."merged_into_id" is null;--> statement-breakpoint
CREATE INDEX `clients_vat_number` ON `clients` (`company_id`,`vat_number`) WHERE "clients"."vat_number" is not null;--> statement-breakpoint
CREATE INDEX `clients_business_id` ON `clients` (`company_id`,`business_id`) WHERE "clients"."business_id" is not null;--> statement-breakpoint
ALTER TABLE `invoices` ADD `client_id` text REFERENCES clients(id);--> statement-breakpoint
ALTER TABLE `invoices` ADD `credit_limit_reason` text;--> statement-breakpoint
CREATE INDEX `invoices_client` ON `invoices` (`client_id`,`currency`,`kind`,`status`,`due_date`,`gross_cents`,`paid_cents`,`credited_cents`,`retained_cents`,`id`) WHERE "invoices"."client_id" is not null;--> statement-breakpoint
CREATE INDEX `invoices_without_client` ON `invoices` (`id`) WHERE "invoices"."client_id" is null and "invoices"."number" is not null;
--> statement-breakpoint
-- An invoice is to a client of its seller, and once it is issued it keeps it, whatever becomes of the record.
CREATE TRIGGER invoices_client_insert BEFORE INSERT ON invoices
WHEN NEW.client_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.id = NEW.client_id AND c.company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'invoice: the client is one of the seller'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_client_update BEFORE UPDATE OF client_id, company_id ON invoices
WHEN (NEW.client_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.id = NEW.client_id AND c.company_id = NEW.company_id))
  OR (OLD.number IS NOT NULL AND OLD.client_id IS NOT NULL AND NEW.client_id IS NOT OLD.client_id)
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice keeps its client, one of the seller'); END;
--> statement-breakpoint
CREATE TRIGGER clients_merged BEFORE UPDATE OF merged_into_id, company_id ON clients
WHEN NEW.company_id IS NOT OLD.company_id OR (NEW.merged_into_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM clients c WHERE c.id = NEW.merged_into_id AND c.id <> NEW.id AND c.company_id = NEW.company_id AND c.merged_into_id IS NULL))
BEGIN SELECT RAISE(ABORT, 'client: merged into one of the same company that stands'); END;
--> statement-breakpoint
CREATE TRIGGER client_merges_kept BEFORE UPDATE ON client_merges
WHEN OLD.undone_at IS NOT NULL OR NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.kept_id IS NOT OLD.kept_id
  OR NEW.merged_id IS NOT OLD.merged_id OR NEW.before IS NOT OLD.before OR NEW.along_ids IS NOT OLD.along_ids
  OR NEW.kept_updated_at IS NOT OLD.kept_updated_at OR NEW.merged_by IS NOT OLD.merged_by OR NEW.merged_at IS NOT OLD.merged_at
BEGIN SELECT RAISE(ABORT, 'client: a merge only gets how it was undone'); END;
--> statement-breakpoint
CREATE TRIGGER client_merges_permanent BEFORE DELETE ON client_merges
BEGIN SELECT RAISE(ABORT, 'client: a merge is kept'); END;
