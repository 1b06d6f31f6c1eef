CREATE TABLE `company_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`job_title` text,
	`role` text NOT NULL,
	`locale` text,
	`token_hash` text NOT NULL,
	`invited_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `company_invitations_email` ON `company_invitations` (`company_id`,lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX `company_invitations_token` ON `company_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `company_invitations_expiry` ON `company_invitations` (`expires_at`);--> statement-breakpoint
ALTER TABLE `mails` ADD `company_id` text REFERENCES companies(id);--> statement-breakpoint
ALTER TABLE `mails` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `mails_company` ON `mails` (`company_id`,`created_at`) WHERE "mails"."company_id" is not null;--> statement-breakpoint
CREATE INDEX `mails_mailbox` ON `mails` (`mailbox`,`created_at`) WHERE "mails"."mailbox" is not null;--> statement-breakpoint
-- Somebody invited was a user without a password. They become an invitation, which their mailed link still opens, and their
-- address becomes free. Their user stays, because other rows may name it, disabled.
INSERT INTO company_invitations (id, company_id, email, name, job_title, role, locale, token_hash, created_at, expires_at)
SELECT u.id, m.company_id, u.email, u.name, u.job_title, m.role, u.locale,
  coalesce(t.token_hash, lower(hex(randomblob(32)))), u.created_at, coalesce(t.expires_at, u.created_at + 604800000)
FROM users u
JOIN company_members m ON m.user_id = u.id
LEFT JOIN account_tokens t ON t.user_id = u.id AND t.purpose = 'invite' AND t.used_at IS NULL
WHERE u.status = 'active' AND u.password_hash IS NULL AND u.email_verified_at IS NULL;--> statement-breakpoint
DELETE FROM company_members WHERE user_id IN (SELECT id FROM company_invitations);--> statement-breakpoint
DELETE FROM account_tokens WHERE purpose = 'invite' AND user_id IN (SELECT id FROM company_invitations);--> statement-breakpoint
UPDATE users SET status = 'disabled', email = id || '@revoked.invalid' WHERE id IN (SELECT id FROM company_invitations);
