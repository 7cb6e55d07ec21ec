"""Every setting, read only from the environment. A missing or malformed one stops the start with its name.

``KEYSHEET_MODE`` selects the mode: ``production`` (the default, everything strict), ``local`` (one person's machine
over plain HTTP, started by ``make up`` or by the tests), or ``files`` (commands that read a design file: no database,
no Redis).
"""

import json
import os
import re
import secrets
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

BASE_DIR: Final = Path(__file__).resolve().parent.parent
MIB: Final = 1024 * 1024


# Readers


def env_text(name: str, *, default: str | None = None) -> str:
    """Return the value of a variable; without a default, it must be set and not empty."""
    value = os.getenv(name) or default
    if value is None:
        raise ImproperlyConfigured(f"{name} must be set (see docs/operations.md)")
    return value


def env_choice(name: str, choices: tuple[str, ...], *, default: str) -> str:
    value = env_text(name, default=default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def env_flag(name: str, *, default: bool) -> bool:
    return env_choice(name, ("True", "False"), default=str(default)) == "True"


def env_count(name: str, *, default: int) -> int:
    """A whole number, zero or more."""
    value = env_text(name, default=str(default))
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def env_list(name: str, *, default: str | None = None) -> list[str]:
    """Values separated by commas."""
    return [part.strip() for part in env_text(name, default=default).split(",") if part.strip()]


def env_url(name: str, schemes: tuple[str, ...], *, required: bool = True) -> str:
    """Return a URL with a host; '' if it is not required and not set."""
    value = env_text(name, default=None if required else "")
    if not value:
        return ""
    url = urlsplit(value)
    if url.scheme not in schemes or not url.hostname:
        raise ImproperlyConfigured(f"{name} must be a URL with a host, starting with {' or '.join(schemes)}://")
    return value


def database(url: str, pool: int = 0, limits: str = "") -> dict[str, Any]:
    """Return Django's settings for ``postgres://user:password@host:port/name?sslmode=require``; a query becomes
    OPTIONS.

    A `pool` keeps up to that many connections per process open between requests; with 0, each request opens one.
    `limits` are options of libpq (``-c lock_timeout=5000``); `options` in the query come after them, and win.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL must name a database: postgres://user:password@host:port/name")
    query = dict(parse_qsl(parts.query))
    query["options"] = f"{limits} {query.get('options', '')}".strip()
    options: dict[str, Any] = {key: value for key, value in query.items() if value}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": options | ({"pool": {"min_size": 1, "max_size": pool}} if pool else {}),
        "CONN_HEALTH_CHECKS": True,
    }


ENDPOINT_FIELDS: Final = frozenset(
    {
        "name",
        "kind",
        "url",
        "region",
        "role_arn",
        "external_id",
        "name_prefix",
        "access_key_id",
        "secret_access_key",
        "consumed_capacity",
        "import_tables",
    }
)
CONSUMED_CAPACITY: Final = ("none", "writes", "all")
ENDPOINT_KINDS: Final = ("", "ministack", "dynamodb-local", "localstack")


def endpoint(entry: object, position: int) -> dict[str, str]:
    """One declared endpoint with every field present, absent ones as an empty text.

    It has a ``url`` (an emulator) or a ``role_arn`` (an AWS account, entered by assuming that role: the server's own
    credentials alone never reach a table). ``kind`` specifies the emulator; without it, ``consumed_capacity`` specifies
    which consumed units are trusted: none, writes or all.
    """
    where = f"KEYSHEET_ENDPOINTS[{position}]"
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise ImproperlyConfigured(f"{where} must be an object with string values")
    if unknown := sorted(set(entry) - ENDPOINT_FIELDS):
        raise ImproperlyConfigured(f"{where} has unknown fields: {', '.join(unknown)}")
    found = {field: entry.get(field, "") for field in sorted(ENDPOINT_FIELDS)}
    found["consumed_capacity"] = found["consumed_capacity"] or "none"
    found["name_prefix"] = found["name_prefix"] or "keysheet-"
    # Tables in an AWS account are hidden unless the operator lists them; an emulator contains tests.
    found["import_tables"] = found["import_tables"] or ("" if found["role_arn"] else "*")
    if not found["name"] or not found["region"]:
        raise ImproperlyConfigured(f"{where} needs a name and a region")
    if bool(found["url"]) == bool(found["role_arn"]):
        raise ImproperlyConfigured(f"{where} needs either a url (an emulator) or a role_arn (an AWS account)")
    if found["kind"] not in ENDPOINT_KINDS or (found["kind"] and found["role_arn"]):
        raise ImproperlyConfigured(f"{where}.kind must be one of {', '.join(ENDPOINT_KINDS[1:])}")
    if found["consumed_capacity"] not in CONSUMED_CAPACITY:
        raise ImproperlyConfigured(f"{where}.consumed_capacity must be one of {', '.join(CONSUMED_CAPACITY)}")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", found["name_prefix"]):
        raise ImproperlyConfigured(f"{where}.name_prefix can contain up to 40 letters, digits, '_', '.', '-'")
    return found


def endpoints(text: str, sandbox_url: str) -> tuple[dict[str, str], ...]:
    """The declared endpoints; by default the sandbox alone, trusted for writes only (its reads always report 0.5)."""
    if not text:
        sandbox = {"name": "Built-in sandbox", "kind": "ministack", "url": sandbox_url, "region": "us-east-1"}
        sandbox["consumed_capacity"] = "writes"
        return (endpoint(sandbox, 0),) if sandbox_url else ()
    try:
        entries = json.loads(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"KEYSHEET_ENDPOINTS must be JSON: {error}") from error
    if not isinstance(entries, list):
        raise ImproperlyConfigured("KEYSHEET_ENDPOINTS must be a JSON list of endpoints")
    found = tuple(endpoint(entry, position) for position, entry in enumerate(entries))
    if len({entry["name"] for entry in found}) < len(found):
        raise ImproperlyConfigured("KEYSHEET_ENDPOINTS contains an endpoint name twice")
    return found


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
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
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
            ],
        },
    },
]
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# Stores

# How long Postgres waits for a lock, works at a statement, and keeps an idle transaction, in seconds; 0: no limit.
DATABASE_LIMITS: Final = " ".join(
    f"-c {name}={env_count(variable, default=seconds)}s"
    for variable, name, seconds in (
        ("KEYSHEET_LOCK_TIMEOUT", "lock_timeout", 5),
        ("KEYSHEET_STATEMENT_TIMEOUT", "statement_timeout", 30),
        ("KEYSHEET_IDLE_TIMEOUT", "idle_in_transaction_session_timeout", 60),
    )
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
CELERY_TASK_DEFAULT_QUEUE = "analysis"
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
ENDPOINTS: Final = endpoints(env_text("KEYSHEET_ENDPOINTS", default=""), SANDBOX_URL)

# Accounts, sessions, cookies: two copies on one host share their cookies, so each instance uses different names.

AUTH_USER_MODEL = "designer.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_NAME = f"{INSTANCE}-session"
CSRF_COOKIE_NAME = f"{INSTANCE}-csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not LOCAL
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", default="")

# Transport and content

SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
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
}

# Logging: lines to standard output, which the process manager stores.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(levelname)s %(name)s %(message)s"}},
    "handlers": {"stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"}},
    "root": {"handlers": ["stdout"], "level": env_text("LOG_LEVEL", default="INFO")},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
