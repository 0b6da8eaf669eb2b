/* A disk that fails below SQLite: writes that were not synced are lost when the power goes, or calls fail with EIO.

   Loaded with LD_PRELOAD. It concerns itself with files whose name contains "games.sqlite3", but for the shared memory
   beside them, which outlasts nothing. `arm` says after how many writes and syncs something happens. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

struct write_done {
    char path[256];
    off_t offset;
    size_t length;
    ssize_t old_length;
    char *old;
    int is_kept;
};

static struct write_done done[100000];
static int count, calls, fails_at, failures, loses_at;
static unsigned seed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void arm(int lose_at, int fail_at, int how_often, unsigned lot) {
    loses_at = lose_at, fails_at = fail_at, failures = how_often, seed = lot, calls = count = 0;
}

static int is_ours(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, 255);
    if (length <= 0) return 0;
    path[length] = 0;
    return strstr(path, "games.sqlite3") != NULL && strstr(path, "-shm") == NULL;
}

/* The power goes: of the writes to a place since the last sync, by lot, only some of the first have reached the disk. */
static void lose(void) {
    for (int i = count - 1; i >= 0; i--) {
        for (int j = i + 1; j < count; j++)
            if (done[j].is_kept && done[j].offset == done[i].offset && !strcmp(done[j].path, done[i].path)) done[i].is_kept = 1;
        if (done[i].is_kept || rand_r(&seed) % 3 == 0) {
            done[i].is_kept = 1;
            continue;
        }
        int fd = open(done[i].path, O_RDWR);
        if (fd < 0) continue;
        static char nothing[1 << 16];
        size_t torn = rand_r(&seed) % 4 == 0 ? done[i].length / 2 : 0;
        ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
        for (size_t at = torn; at < done[i].length; at++)
            real(fd, at < (size_t)done[i].old_length ? done[i].old + at : nothing, 1, done[i].offset + at);
        close(fd);
    }
    _exit(137);
}

/* Whether a call is to fail. */
static int befalls(void) {
    calls++;
    if (loses_at && calls >= loses_at) lose();
    return fails_at && calls >= fails_at && calls < fails_at + failures;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    char path[256];
    if (!(loses_at || fails_at) || !is_ours(fd, path)) return real(fd, data, length, offset);
    pthread_mutex_lock(&lock);
    if (befalls()) {
        pthread_mutex_unlock(&lock);
        errno = EIO;
        return -1;
    }
    struct write_done *one = &done[count++];
    strcpy(one->path, path);
    one->offset = offset, one->length = length, one->is_kept = 0;
    one->old = malloc(length);
    one->old_length = pread(fd, one->old, length, offset);
    ssize_t written = real(fd, data, length, offset);
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

static int synced(int fd, const char *name) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    char path[256];
    if (!(loses_at || fails_at) || !is_ours(fd, path)) return real(fd);
    pthread_mutex_lock(&lock);
    int fails = befalls();
    for (int i = 0; !fails && i < count; i++)
        if (!strcmp(done[i].path, path)) {
            free(done[i].old);
            memmove(&done[i], &done[i + 1], (--count - i) * sizeof done[0]);
            i--;
        }
    pthread_mutex_unlock(&lock);
    if (fails) errno = EIO;
    return fails ? -1 : real(fd);
}

int fsync(int fd) { return synced(fd, "fsync"); }

int fdatasync(int fd) { return synced(fd, "fdatasync"); }
