CREATE TABLE `reference_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`half` text NOT NULL,
	`rate_bp` integer NOT NULL,
	`source` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `reference_rates_half` ON `reference_rates` (`half`,`id`);--> statement-breakpoint
ALTER TABLE `invoice_reminders` ADD `charge_kind` text;--> statement-breakpoint
ALTER TABLE `invoice_reminders` ADD `charge_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `reminder_charge` text;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `reminder_fee_cents` integer;--> statement-breakpoint
CREATE TRIGGER reference_rates_added BEFORE INSERT ON reference_rates
WHEN NEW.half NOT GLOB '[0-9][0-9][0-9][0-9]-[12]' OR NEW.rate_bp < 0 OR NEW.rate_bp % 50 <> 0 OR EXISTS (SELECT 1 FROM reference_rates WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rates: a reference rate is of a half of a year, in halves of a percent'); END;
--> statement-breakpoint
CREATE TRIGGER reference_rates_kept BEFORE UPDATE ON reference_rates
BEGIN SELECT RAISE(ABORT, 'rates: a reference rate is corrected by a newer row'); END;
--> statement-breakpoint
CREATE TRIGGER reference_rates_permanent BEFORE DELETE ON reference_rates
BEGIN SELECT RAISE(ABORT, 'rates: a reference rate is corrected by a newer row'); END;
--> statement-breakpoint
-- Never a fee and the compensation: together at most 40 euros, and of two fees 24.
CREATE TRIGGER invoice_reminders_charge BEFORE INSERT ON invoice_reminders
WHEN (NEW.charge_kind IS NULL) IS NOT (NEW.charge_cents = 0) OR NEW.charge_cents < 0
  OR (NEW.charge_kind = 'fee' AND NEW.charge_cents > 2400) OR (NEW.charge_kind = 'compensation' AND NEW.charge_cents <> 4000)
BEGIN SELECT RAISE(ABORT, 'reminder: no more for collecting than the law allows'); END;
