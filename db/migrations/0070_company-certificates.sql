CREATE TABLE `company_certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`label` text,
	`issuer` text NOT NULL,
	`number` text,
	`issued_on` text NOT NULL,
	`valid_until` text,
	`sum_cents` integer,
	`currency` text,
	`file_id` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	`removed_by` text,
	`removed_at` integer,
	`reminded_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`removed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_certificates_label" CHECK(("company_certificates"."kind" = 'other') = ("company_certificates"."label" is not null)),
	CONSTRAINT "company_certificates_sum" CHECK(("company_certificates"."sum_cents" is null) = ("company_certificates"."currency" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `company_certificates_file` ON `company_certificates` (`file_id`);--> statement-breakpoint
CREATE INDEX `company_certificates_company` ON `company_certificates` (`company_id`,`kind`);--> statement-breakpoint
CREATE INDEX `company_certificates_ending` ON `company_certificates` (`valid_until`) WHERE "company_certificates"."removed_at" is null and "company_certificates"."reminded_at" is null and "company_certificates"."valid_until" is not null;--> statement-breakpoint
-- Bids and awards rely on what a certificate says: it can only be taken off the list, and its reminder be noted, each once.
CREATE TRIGGER company_certificates_kept BEFORE UPDATE ON company_certificates
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.kind IS NOT OLD.kind OR NEW.label IS NOT OLD.label
  OR NEW.issuer IS NOT OLD.issuer OR NEW.number IS NOT OLD.number OR NEW.issued_on IS NOT OLD.issued_on
  OR NEW.valid_until IS NOT OLD.valid_until OR NEW.sum_cents IS NOT OLD.sum_cents OR NEW.currency IS NOT OLD.currency
  OR NEW.file_id IS NOT OLD.file_id OR NEW.added_by IS NOT OLD.added_by OR NEW.added_at IS NOT OLD.added_at
  OR (OLD.removed_at IS NOT NULL AND (NEW.removed_at IS NOT OLD.removed_at OR NEW.removed_by IS NOT OLD.removed_by))
  OR (OLD.reminded_at IS NOT NULL AND NEW.reminded_at IS NOT OLD.reminded_at)
BEGIN SELECT RAISE(ABORT, 'certificate: what it says is kept'); END;
--> statement-breakpoint
CREATE TRIGGER company_certificates_permanent BEFORE DELETE ON company_certificates
BEGIN SELECT RAISE(ABORT, 'certificate: it is kept'); END;
--> statement-breakpoint
CREATE TRIGGER company_certificates_not_replaced BEFORE INSERT ON company_certificates
WHEN EXISTS (SELECT 1 FROM company_certificates WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'certificate: it is kept'); END;
--> statement-breakpoint
CREATE TRIGGER company_certificates_file_kept BEFORE UPDATE ON files
WHEN OLD.subject_type = 'certificate'
BEGIN SELECT RAISE(ABORT, 'certificate: its file is kept'); END;
