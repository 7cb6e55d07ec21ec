"""Every setting, read only from the environment. A missing or malformed one stops the start with its name.

``KEYSHEET_MODE`` selects the mode: ``production`` (the default, everything strict), ``local`` (one person's machine
over plain HTTP, started by ``make up`` or by the tests), or ``files`` (commands that read a design file: no database,
no Redis).
"""

import re
import secrets
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from designer.declared.passwords import password_validators
from designer.declared.providers import provisioning, single_sign_on
from designer.environment import (
    database,
    endpoints,
    env_choice,
    env_count,
    env_flag,
    env_list,
    env_networks,
    env_text,
    env_url,
    language_model,
    traces,
)

BASE_DIR: Final = Path(__file__).resolve().parent.parent
MIB: Final = 1024 * 1024

# Mode

MODE: Final = env_choice("KEYSHEET_MODE", ("production", "local", "files"), default="production")
LOCAL: Final = MODE == "local"
PRODUCTION: Final = MODE == "production"
INSTANCE: Final = env_text("KEYSHEET_INSTANCE", default="keysheet")
if not re.fullmatch(r"[a-z0-9-]{1,40}", INSTANCE):
    raise ImproperlyConfigured("KEYSHEET_INSTANCE can contain up to 40 lower-case letters, digits and '-'")
# The local supervisor keeps this instance's state here; only local mode has one.
LOCAL_STATE: Final = Path(env_text("KEYSHEET_STATE", default=str(BASE_DIR / ".keysheet"))) if LOCAL else None

DEBUG = env_flag("DJANGO_DEBUG", default=False)
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("DJANGO_DEBUG must be False in production, because debug error pages show secrets")
SECRET_KEY = secrets.token_urlsafe(50) if MODE == "files" else env_text("SECRET_KEY")
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS", default="")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", default=None if PRODUCTION else "localhost,127.0.0.1,[::1]")

# Application

INSTALLED_APPS = [
    "designer",
    "exporter",
    "modeler",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.saml",
    "allauth.mfa",
]
MIDDLEWARE = [
    "designer.observing.request_spans.RequestSpans",
    "django.middleware.security.SecurityMiddleware",
    "designer.middleware.EncryptedRestMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "designer.middleware.HeadMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "designer.middleware.RequiredStepMiddleware",
    "designer.middleware.RefusalMiddleware",
]
ROOT_URLCONF = "designer.urls"
ASGI_APPLICATION = "designer.asgi.application"
WSGI_APPLICATION = "designer.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "designer.context_processors.theme",
                "designer.operating.page_context.server",
            ],
        },
    },
]
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# Stores

# How long Postgres waits for a lock, works at a statement, and keeps an idle transaction, in seconds; 0: no limit.
LOCK_SECONDS: Final = env_count("KEYSHEET_LOCK_TIMEOUT", default=5)
STATEMENT_SECONDS: Final = env_count("KEYSHEET_STATEMENT_TIMEOUT", default=30)
IDLE_SECONDS: Final = env_count("KEYSHEET_IDLE_TIMEOUT", default=60)
DATABASE_LIMITS: Final = (
    f"-c lock_timeout={LOCK_SECONDS}s -c statement_timeout={STATEMENT_SECONDS}s"
    f" -c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
)
# Commands that read a file touch no database; makemigrations needs an engine that supports every type of column.
DATABASES: dict[str, dict[str, Any]] = (
    {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    if MODE == "files"
    else {
        "default": database(
            env_url("DATABASE_URL", ("postgres", "postgresql")),
            env_count("KEYSHEET_DATABASE_POOL", default=0),
            DATABASE_LIMITS,
        )
    }
)
REDIS_URL: Final = "" if MODE == "files" else env_url("REDIS_URL", ("redis", "rediss"))
CACHES: dict[str, dict[str, Any]] = (
    {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    if MODE == "files"
    else {
        "default": {
            "BACKEND": "designer.cache.SharedPoolRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": f"{INSTANCE}:cache",
        }
    }
)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"{INSTANCE}:live"},
    },
}

# Tasks: Redis queues them, and the job rows in Postgres record their state, so no result backend is needed.

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{INSTANCE}:queue:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Messages and mail. A job names its queue.
CELERY_TASK_DEFAULT_QUEUE = "deliveries"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

# Mail: if EMAIL_HOST is set, people who are mentioned in a comment get an email. Its links begin with KEYSHEET_URL.

MAIL_HOST: Final = env_text("EMAIL_HOST", default="")
MAIL_SECURITY: Final = env_choice("EMAIL_SECURITY", ("starttls", "tls", "none"), default="starttls")
KEYSHEET_URL: Final = env_url("KEYSHEET_URL", ("http", "https"), required=bool(MAIL_HOST)).rstrip("/")
DEFAULT_FROM_EMAIL = env_text("EMAIL_FROM", default="keysheet@localhost")
# Always set, so that Django's own check finds a mailer; without a host, no mail is sent.
MAILERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": MAIL_HOST,
            "port": env_count("EMAIL_PORT", default=587),
            "username": env_text("EMAIL_USER", default=""),
            "password": env_text("EMAIL_PASSWORD", default=""),
            "use_tls": MAIL_SECURITY == "starttls",
            "use_ssl": MAIL_SECURITY == "tls",
            "timeout": 20,
        },
    }
}

# DynamoDB endpoints that designs may be proved against

SANDBOX_URL: Final = env_url("AWS_ENDPOINT_URL_DYNAMODB", ("http", "https"), required=False)
ENDPOINTS: Final = endpoints(
    env_text("KEYSHEET_ENDPOINTS", default=""), SANDBOX_URL, env_text("KEYSHEET_SANDBOX_KEY", default="")
)

# How much a workspace can have; 0: no limit (modeler.quotas)

QUOTAS: Final = {
    "designs": env_count("KEYSHEET_WORKSPACE_DESIGNS", default=0),
    "storage_mib": env_count("KEYSHEET_WORKSPACE_MIB", default=0),
    "jobs": env_count("KEYSHEET_WORKSPACE_JOBS", default=0),
}

# Networks inside which webhooks of owners may lead; without any, only to the public internet

WEBHOOK_NETWORKS: Final = env_networks("KEYSHEET_WEBHOOK_NETWORKS")

# A language model that proposes slots of requirements: none unless the operator declares one

LANGUAGE_MODEL: Final = language_model(
    env_text("KEYSHEET_LANGUAGE_MODEL", default=""), env_text("KEYSHEET_LANGUAGE_MODEL_KEY", default="")
)

# Accounts, sessions, cookies: two copies on one host share their cookies, so each instance uses different names.

AUTH_USER_MODEL = "designer.User"
AUTH_PASSWORD_VALIDATORS = password_validators(env_list("KEYSHEET_PASSWORD_WORDS", default=""))
PASSWORD_RESET_TIMEOUT = 3600  # seconds; also said in the email
# A provider of single sign-on, and whether people can sign in with a password of this server too.
SINGLE_SIGN_ON: Final = single_sign_on(http_allowed=LOCAL)
PASSWORDS: Final = env_flag("KEYSHEET_PASSWORDS", default=True)
if not PASSWORDS and not SINGLE_SIGN_ON:
    raise ImproperlyConfigured(
        "KEYSHEET_PASSWORDS can be False only if KEYSHEET_OIDC_ISSUER or KEYSHEET_SAML_ISSUER is set"
    )
# django-allauth does the provider's protocol and the second step. Its own pages for accounts have no address.
ACCOUNT_ADAPTER = "designer.accounts.sign_in_steps.SignInAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # the provider says whether an address is verified; others come by invitation
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"] if PASSWORDS else ["mfa"]
SOCIALACCOUNT_ADAPTER = "designer.accounts.single_sign_on.IdentityAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = SOCIALACCOUNT_STORE_TOKENS = False
MFA_ADAPTER = "designer.accounts.second_step.SecondStepAdapter"
PASSKEYS: Final = env_flag("KEYSHEET_PASSKEYS", default=False)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", *(["webauthn"] if PASSKEYS else [])]
MFA_PASSKEY_LOGIN_ENABLED = PASSKEYS
MFA_FORMS = {
    "add_webauthn": "designer.accounts.passkeys.PasskeyAddForm",
    "authenticate_webauthn": "designer.accounts.passkeys.PasskeyCodeForm",
    "login_webauthn": "designer.accounts.passkeys.PasskeySignInForm",
    "reauthenticate_webauthn": "designer.accounts.passkeys.PasskeyConfirmForm",
    "authenticate": "designer.accounts.step_forms.SignInCodeForm",
    "reauthenticate": "designer.accounts.step_forms.ConfirmCodeForm",
    "activate_totp": "designer.accounts.step_forms.AddAppForm",
}
ACCOUNT_FORMS = {"reauthenticate": "designer.accounts.step_forms.ConfirmPasswordForm"}
# Who must have a second step: nobody, those who sign in with a password of this server, or everybody with an account.
SECOND_STEP: Final = env_choice("KEYSHEET_SECOND_STEP", ("optional", "passwords", "everybody"), default="optional")
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_RECOVERY_CODE_DIGITS = 12
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute off
# How long events of the audit log are kept; 0: for ever.
AUDIT_DAYS: Final = env_count("KEYSHEET_AUDIT_DAYS", default=365)
# Who creates and disables accounts by SCIM; without a token, /scim/ does not exist.
PROVISIONING: Final = provisioning()
# Who receives OpenTelemetry traces (modeler.observing.tracing).
TRACES: Final = traces()
# Who reads /metrics brings it; without one, the page does not exist.
METRICS_TOKEN: Final = env_text("KEYSHEET_METRICS_TOKEN", default="")
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_ENGINE = "designer.accounts.session_store"
SESSION_COOKIE_AGE = 3600 * env_count("KEYSHEET_SESSION_HOURS", default=14 * 24)
SESSION_IDLE_SECONDS: Final = 3600 * env_count("KEYSHEET_SESSION_IDLE_HOURS", default=3 * 24)
# Browsers keep a cookie with this prefix from other hosts and from plain HTTP; it needs https, so `make up` has none.
_OF_THIS_HOST: Final = "" if LOCAL else "__Host-"
SESSION_COOKIE_NAME = f"{_OF_THIS_HOST}{INSTANCE}-session"
CSRF_COOKIE_NAME = f"{_OF_THIS_HOST}{INSTANCE}-csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not LOCAL
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "designer.views.refusals.stale_form"
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", default="")

# Transport and content

SECURE_SSL_REDIRECT = PRODUCTION
# What programs with a token ask for is refused in plain HTTP, not redirected: they would never notice.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|livez|metrics)$", r"^(api|scim)/"]
# The proxy sets X-Forwarded-Proto, and adds the visitor's address at the end of X-Forwarded-For.
BEHIND_PROXY: Final = env_flag("KEYSHEET_BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = env_count("SECURE_HSTS_SECONDS", default=365 * 24 * 3600) if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
# An import can have 20 MB (checked before the body is parsed); the rest of the form needs space too.
DATA_UPLOAD_MAX_MEMORY_SIZE = 21 * MIB

# Static files
DOCUMENTATION_ROOT = BASE_DIR / "site"  # `make docs` builds it; /docs/ answers 404 without it
STATIC_URL = "static/"
STATIC_ROOT = Path(env_text("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
# Listed one by one, so that build files in static/ (node_modules, the lock) are never served.
STATICFILES_DIRS = [
    (name, BASE_DIR / "static" / name)
    for name in ("css", "js", "images", "vendor")
    if (BASE_DIR / "static" / name).is_dir()
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "designer.static_files.StyleFinder",
    "designer.static_files.ScriptFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": f"designer.static_files.{'Hashed' if PRODUCTION else 'Versioned'}Storage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION

# REST

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "exporter.api.errors.handle",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [],  # exporter.api.base.ApiView sets it
    # Anonymous callers are counted by address, and cannot choose it themselves.
    "NUM_PROXIES": int(BEHIND_PROXY),
    "DEFAULT_THROTTLE_RATES": {
        "user": env_text("KEYSHEET_API_RATE", default="600/min"),
        "import": env_text("KEYSHEET_IMPORT_RATE", default="30/min"),
        "live": env_text("KEYSHEET_LIVE_RATE", default="20/min"),
    },
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Keysheet",
    "DESCRIPTION": "DynamoDB designs: documents, imports, exports, analysis, evaluation, provisioning.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Names of enums whose fields have the same name.
    "ENUM_NAME_OVERRIDES": {
        "BranchSide": "exporter.api.branch_serializers.SIDES",
        "BranchState": "exporter.api.branch_serializers.STATES",
        "TargetKind": "exporter.api.run_serializers.TARGET_KINDS",
        "RunKind": "exporter.models.RunKind",
        "ProvingKind": "exporter.models.provisioning.PROVING_CHOICES",
        "JobState": "modeler.models.jobs.JobState",
        "RunState": "exporter.models.RunState",
        "RunTableState": "exporter.models.TableState",
    },
}

# Logging: lines to standard output, which the process manager stores.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "designer.observing.plain_lines.PlainLines",
            "format": "%(levelname)s %(name)s %(message)s",
        },
        "json": {"()": "designer.observing.json_lines.JsonLines"},
    },
    "filters": {
        "tokens": {"()": "designer.tokens.WithoutTokens"},
        "brief": {"()": "designer.observing.brief.WithoutTraceback"},
    },
    "handlers": {
        "stdout": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stdout",
            "formatter": env_choice("LOG_FORMAT", ("line", "json"), default="line"),
            "filters": ["tokens"],
        }
    },
    "root": {"handlers": ["stdout"], "level": env_text("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A stranger chooses the Host: one line is enough.
        "django.security.DisallowedHost": {"filters": ["brief"]},
    },
}
