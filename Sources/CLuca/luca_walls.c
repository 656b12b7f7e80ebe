// The walls around a stranger's script, which the kernel keeps: whatever becomes of Lua or of luca in this process, nothing outside of it is reached.
#define _GNU_SOURCE
#include "luca_walls.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// MARK: the filter of system calls

// libseccomp is loaded where it is needed: at other starts of luca it would only cost time.
typedef struct filter_library {
    __typeof__(&seccomp_init) init;
    __typeof__(&seccomp_rule_add_array) add;
    __typeof__(&seccomp_attr_set) set;
    __typeof__(&seccomp_load) load;
    __typeof__(&seccomp_syscall_resolve_name) number;
} filter_library;

static bool open_library(filter_library *library) {
    void *handle = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    *(void **)&library->init = dlsym(handle, "seccomp_init");
    *(void **)&library->add = dlsym(handle, "seccomp_rule_add_array");
    *(void **)&library->set = dlsym(handle, "seccomp_attr_set");
    *(void **)&library->load = dlsym(handle, "seccomp_load");
    *(void **)&library->number = dlsym(handle, "seccomp_syscall_resolve_name");
    return library->init && library->add && library->set && library->load && library->number;
}

typedef struct filter {
    filter_library library;
    scmp_filter_ctx context;
    int problem;
} filter;

// Adds a rule for a system call whose arguments fulfil all conditions. One that this kind of processor does not have needs none.
static void allow(filter *filter, const char *name, unsigned count, const struct scmp_arg_cmp *conditions) {
    int number = filter->library.number(name);
    if (number == __NR_SCMP_ERROR || number < 0) return;
    int code = filter->library.add(filter->context, SCMP_ACT_ALLOW, number, count, conditions);
    if (code != 0 && filter->problem == 0) filter->problem = -code;
}

static void allow_descriptor(filter *filter, const char *name, int descriptor) {
    if (descriptor < 0) return;
    struct scmp_arg_cmp is_descriptor = SCMP_A0_32(SCMP_CMP_EQ, (unsigned)descriptor);
    allow(filter, name, 1, &is_descriptor);
}

static void add_rules(filter *filter, const luca_walls *walls) {
    static const char *const plain[] = {
        // Memory, but none that is executable, below.
        "brk", "munmap", "mremap", "madvise",
        // Time; where the clock is not read without a call.
        "clock_gettime", "gettimeofday", "time", "clock_getres",
        // Waiting for oneself, signals that the parent sends, random numbers, and the end.
        "futex", "rt_sigreturn", "rt_sigprocmask", "sigaltstack", "restart_syscall", "getrandom", "getpid", "gettid", "exit", "exit_group"};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) allow(filter, plain[i], 0, NULL);
    allow_descriptor(filter, "read", walls->reads);
    for (int i = 0; i < 3; i++) allow_descriptor(filter, "write", walls->writes[i]);
    // New memory that belongs to no file and is not executable. No mprotect: nothing becomes executable later.
    struct scmp_arg_cmp anonymous[] = {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)};
    allow(filter, "mmap", 2, anonymous);
    // abort() of the C library, which ends this process and no other.
    struct scmp_arg_cmp own_end[] = {SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()), SCMP_A2(SCMP_CMP_EQ, SIGABRT)};
    allow(filter, "tgkill", 2, own_end);
}

// Makes the filter, and does not load it yet. Calls by which another kind of processor is imitated are killed too, as libseccomp has it.
static bool make_filter(filter *filter, const luca_walls *walls, luca_walls_standing *standing) {
    if (!open_library(&filter->library)) {
        snprintf(standing->problem, sizeof standing->problem, "the library libseccomp.so.2 is not there");
        return false;
    }
    filter->context = filter->library.init(SCMP_ACT_KILL_PROCESS);
    if (!filter->context) {
        snprintf(standing->problem, sizeof standing->problem, "the kernel cannot end a process that breaks its filter");
        return false;
    }
    add_rules(filter, walls);
    int code = filter->library.set(filter->context, SCMP_FLTATR_CTL_TSYNC, 1);
    if (code != 0 && filter->problem == 0) filter->problem = -code;
    if (filter->problem == 0) return true;
    snprintf(standing->problem, sizeof standing->problem, "its rules are refused: %s", strerror(filter->problem));
    return false;
}

// MARK: files and the network

// Forbids to open any file or connection: a second wall behind the filter, where the kernel has Landlock.
static bool forbid_files(void) {
    // The C library has no names for these calls, and older headers none for the rights.
    enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, ASK_VERSION = 1 };
    struct { uint64_t files, network, scopes; } rules = {0x1FFF, 0, 0};
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version < 1) return false;
    if (version >= 2) rules.files |= 1 << 13;   // names in other folders
    if (version >= 3) rules.files |= 1 << 14;   // cutting off
    if (version >= 5) rules.files |= 1 << 15;   // devices
    if (version >= 4) rules.network = 3;        // ports to serve and to ask
    if (version >= 6) rules.scopes = 3;         // sockets without a file, signals
    size_t size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    long set = syscall(CREATE_RULESET, &rules, size, 0);
    if (set < 0) return false;
    bool is_kept = syscall(RESTRICT_SELF, (int)set, 0) == 0;
    close((int)set);
    return is_kept;
}

// MARK: rights and limits

// Whether it has no right of root's any more; those would lift the limits again.
static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2], left[2];
    memset(none, 0, sizeof none);
    memset(left, 0xFF, sizeof left);
    syscall(SYS_capset, &header, none);
    // Where the call is not let through there may have been none anyway.
    return syscall(SYS_capget, &header, left) == 0 && !(left[0].effective | left[0].permitted | left[1].effective | left[1].permitted);
}

static bool limit(int resource, rlim_t value) {
    struct rlimit limit = {value, value};
    // Where less was allowed from outside, that holds.
    struct rlimit present;
    if (getrlimit(resource, &present) == 0 && present.rlim_max < value) limit.rlim_cur = limit.rlim_max = present.rlim_max;
    return setrlimit(resource, &limit) == 0;
}

// The address space that the process has by now; 0 where that cannot be read.
static uint64_t present_memory(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file) {
        if (fscanf(file, "%lu", &pages) != 1) pages = 0;
        fclose(file);
    }
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool set_limits(const luca_walls *walls, uint64_t present) {
    return limit(RLIMIT_AS, present + walls->memory) && limit(RLIMIT_CPU, walls->seconds) && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0)
        && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_NOFILE, 0);
}

// A crash is the end, and nothing that tells of it runs before.
static void default_signals(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ, SIGPIPE};
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
}

static const char *raise_limits(const luca_walls *walls, uint64_t present) {
    if (present == 0) return "the memory that the process has cannot be read from /proc/self/statm";
    if (!set_limits(walls, present)) return "setrlimit is refused";
    if (!drop_capabilities()) return "the rights of root cannot be given up";
    return "";
}

void luca_walls_raise(const luca_walls *walls, luca_walls_standing *standing) {
    memset(standing, 0, sizeof *standing);
    // The files that local times and numbers come from are read now.
    tzset();
    filter filter;
    memset(&filter, 0, sizeof filter);
    bool is_made = make_filter(&filter, walls, standing);
    default_signals();
    // It is in a file, which Landlock keeps closed from here on.
    uint64_t present = present_memory();
    bool is_plain = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    standing->landlock = forbid_files();
    const char *problem = is_plain ? raise_limits(walls, present) : "new rights cannot be ruled out";
    snprintf(standing->limits_problem, sizeof standing->limits_problem, "%s", problem);
    if (is_made) {
        int code = filter.library.load(filter.context);
        standing->filter = code == 0;
        if (code != 0) snprintf(standing->problem, sizeof standing->problem, "the kernel takes no filter of system calls: %s", strerror(-code));
    }
}
