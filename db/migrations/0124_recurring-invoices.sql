CREATE TABLE `invoice_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`status` text NOT NULL,
	`way` text NOT NULL,
	`email` text,
	`every` integer NOT NULL,
	`unit` text NOT NULL,
	`first_on` text NOT NULL,
	`last_on` text,
	`max_count` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`next_on` text,
	`made_count` integer DEFAULT 0 NOT NULL,
	`template` text NOT NULL,
	`buyer_name` text NOT NULL,
	`currency` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`stop_reason` text,
	`set_up_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`set_up_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `invoice_schedules_company` ON `invoice_schedules` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoice_schedules_due` ON `invoice_schedules` (`next_on`) WHERE "invoice_schedules"."status" = 'active';--> statement-breakpoint
CREATE TABLE `scheduled_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule_id` text NOT NULL,
	`run_on` text NOT NULL,
	`invoice_id` text,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`schedule_id`) REFERENCES `invoice_schedules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_invoices_date` ON `scheduled_invoices` (`schedule_id`,`run_on`);--> statement-breakpoint
CREATE INDEX `scheduled_invoices_invoice` ON `scheduled_invoices` (`invoice_id`) WHERE "scheduled_invoices"."invoice_id" is not null;--> statement-breakpoint
-- What a schedule has made is kept; only a draft that is deleted leaves its place empty.
CREATE TRIGGER scheduled_invoices_kept BEFORE UPDATE ON scheduled_invoices
WHEN NEW.id <> OLD.id OR NEW.schedule_id <> OLD.schedule_id OR NEW.run_on <> OLD.run_on OR NEW.made_at <> OLD.made_at
  OR NEW.invoice_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'schedule: what was made is kept'); END;
--> statement-breakpoint
CREATE TRIGGER scheduled_invoices_permanent BEFORE DELETE ON scheduled_invoices
BEGIN SELECT RAISE(ABORT, 'schedule: what was made is kept'); END;
--> statement-breakpoint
-- What a schedule makes is an invoice of its company, without a contract.
CREATE TRIGGER scheduled_invoices_own BEFORE INSERT ON scheduled_invoices
WHEN NOT EXISTS (SELECT 1 FROM invoice_schedules s JOIN invoices i ON i.company_id = s.company_id
  WHERE s.id = NEW.schedule_id AND i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.contract_id IS NULL)
BEGIN SELECT RAISE(ABORT, 'schedule: an invoice of its company'); END;
