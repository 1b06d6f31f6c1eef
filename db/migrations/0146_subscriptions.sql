CREATE TABLE `subscription_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`plan` text NOT NULL,
	`cycle` text NOT NULL,
	`currency` text NOT NULL,
	`start_on` text,
	`price_cents` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`due_on` text NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`reminded_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `subscriptions`(`company_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_orders_invoice` ON `subscription_orders` (`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_orders_renewal` ON `subscription_orders` (`company_id`,`start_on`) WHERE "subscription_orders"."kind" = 'renewal' and "subscription_orders"."status" in ('open', 'paid');--> statement-breakpoint
CREATE INDEX `subscription_orders_company` ON `subscription_orders` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_orders_open` ON `subscription_orders` (`due_on`,`id`) WHERE "subscription_orders"."status" = 'open';--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`company_id` text NOT NULL,
	`start_on` text NOT NULL,
	`end_on` text NOT NULL,
	`plan` text NOT NULL,
	`cycle` text NOT NULL,
	`currency` text NOT NULL,
	`price_cents` integer NOT NULL,
	PRIMARY KEY(`company_id`, `start_on`),
	FOREIGN KEY (`company_id`) REFERENCES `subscriptions`(`company_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`company_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`plan` text,
	`cycle` text NOT NULL,
	`currency` text NOT NULL,
	`trial_started_at` integer NOT NULL,
	`trial_ends_at` integer NOT NULL,
	`trial_reminded_at` integer,
	`paid_until` text,
	`anchor_day` integer,
	`access_until` integer,
	`next_plan` text,
	`next_cycle` text,
	`next_currency` text,
	`cancelled_at` integer,
	`defaulted_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscriptions_status` ON `subscriptions` (`status`,`company_id`);--> statement-breakpoint
CREATE TRIGGER `subscription_orders_permanent` BEFORE DELETE ON `subscription_orders`
BEGIN SELECT RAISE(ABORT, 'the orders of a subscription are kept'); END;--> statement-breakpoint
CREATE TRIGGER `subscription_orders_kept` BEFORE UPDATE ON `subscription_orders`
WHEN NEW.company_id <> OLD.company_id OR NEW.invoice_id <> OLD.invoice_id OR NEW.net_cents <> OLD.net_cents OR NEW.kind <> OLD.kind
  OR (OLD.status <> 'open' AND NEW.status NOT IN (OLD.status, 'refunded'))
BEGIN SELECT RAISE(ABORT, 'an order of a subscription only gets how it ended'); END;--> statement-breakpoint
CREATE TRIGGER `subscription_periods_apart` BEFORE INSERT ON `subscription_periods`
WHEN NEW.end_on <= NEW.start_on OR EXISTS (SELECT 1 FROM `subscription_periods` p
  WHERE p.company_id = NEW.company_id AND p.start_on < NEW.end_on AND p.end_on > NEW.start_on)
BEGIN SELECT RAISE(ABORT, 'the periods of a subscription do not overlap'); END;--> statement-breakpoint
-- Every company that is there gets a trial that begins now, whatever it has used so far (decision 150).
INSERT INTO `subscriptions` (`company_id`, `status`, `cycle`, `currency`, `trial_started_at`, `trial_ends_at`, `access_until`, `updated_at`)
SELECT `id`, 'trialing', 'monthly', 'EUR', at, at + 1209600000, at + 1209600000, at
FROM `companies`, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at);
