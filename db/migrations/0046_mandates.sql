CREATE TABLE `company_mandates` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`power` text NOT NULL,
	`limit_cents` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `power`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_mandates_limit" CHECK("company_mandates"."limit_cents" >= 0)
) STRICT;
--> statement-breakpoint
-- Whoever was no owner could sign, award and release without any limit. They go on up to 10 000 euros; above, and for the bank
-- account, it takes an owner, until one decides otherwise.
INSERT INTO company_mandates (company_id, user_id, power, limit_cents, updated_at)
SELECT m.company_id, m.user_id, p.power, 1000000, m.joined_at FROM company_members m
CROSS JOIN (SELECT 'sign' AS power UNION ALL SELECT 'award' UNION ALL SELECT 'release') p
WHERE m.role <> 'owner';
--> statement-breakpoint
-- A mandate ends with the membership and with the role that it was given in.
CREATE TRIGGER company_mandates_end AFTER DELETE ON company_members
BEGIN DELETE FROM company_mandates WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
--> statement-breakpoint
CREATE TRIGGER company_mandates_of_role AFTER UPDATE OF role, company_id, user_id ON company_members
WHEN NEW.role IS NOT OLD.role OR NEW.company_id IS NOT OLD.company_id OR NEW.user_id IS NOT OLD.user_id
BEGIN DELETE FROM company_mandates WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
